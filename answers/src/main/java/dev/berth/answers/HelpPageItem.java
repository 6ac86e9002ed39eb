package dev.berth.answers;

/// A page about a plugin.
public record HelpPageItem(
        @Doc("name of the page, read at `help/PAGE`") String page,
        @Doc("title of the page") String title) {}
