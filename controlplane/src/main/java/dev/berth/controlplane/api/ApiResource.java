package dev.berth.controlplane.api;

import dev.berth.model.Kind;

import java.util.List;
import java.util.Set;

/// A resource that the API serves, with its names and the kind of its objects.
///
/// @param stored the kind under which the store keeps the objects; it differs from the kind of the
///   resource where two API groups serve the same objects, as with events
public record ApiResource(
        Kind kind,
        Kind stored,
        String singular,
        List<String> shortNames,
        List<String> categories,
        Set<Subresource> parts) {
    public ApiResource {
        shortNames = List.copyOf(shortNames);
        categories = List.copyOf(categories);
        parts = Set.copyOf(parts);
    }

    public String listKind() {
        return kind.name() + "List";
    }
}
