package dev.berth.answers;

import java.util.List;

/// The answer of `examples`: manifests to try on an embedded cluster.
public record ExamplesAnswer(@Doc("the examples") List<ExampleItem> examples) {}
