package dev.berth.controlplane.api;

import dev.berth.model.Kind;

import java.util.List;
import java.util.Set;

/// A resource that is served: the kind of its objects as clients see them, and the names it goes
/// by.
///
/// @param stored the kind under which its objects are in the store; another one where two groups
///   serve the same objects, as with events
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
