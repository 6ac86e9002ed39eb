package dev.berth.answers;

/// A manifest to try on an embedded cluster.
public record ExampleItem(
        @Doc("name of the example") String name,
        @Doc("what the example shows") String title,
        @Doc("one or several YAML documents") String yaml) {}
