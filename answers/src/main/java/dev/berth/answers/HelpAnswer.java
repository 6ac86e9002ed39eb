package dev.berth.answers;

import java.util.List;

/// The answer of `help`: the pages about plugins.
public record HelpAnswer(@Doc("the pages") List<HelpPageItem> pages) {}
