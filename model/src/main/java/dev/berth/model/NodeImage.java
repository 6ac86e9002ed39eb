package dev.berth.model;

import java.util.List;

/// A container image on a node, with all its names.
public record NodeImage(List<String> names, long sizeBytes) {
    public NodeImage {
        names = List.copyOf(names);
    }
}
