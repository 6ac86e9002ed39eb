package dev.berth.model;

import java.util.List;

/// An image a node has already, by all its names.
public record NodeImage(List<String> names, long sizeBytes) {
    public NodeImage {
        names = List.copyOf(names);
    }
}
