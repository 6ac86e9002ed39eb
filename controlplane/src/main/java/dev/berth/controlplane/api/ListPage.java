package dev.berth.controlplane.api;

import dev.berth.model.json.Json;

import java.util.List;

/// Objects of a list, and what is needed to go on with it.
///
/// @param continued the token for the rest; empty if this was all
/// @param remaining how many there are beyond this page, -1 if that is not said
public record ListPage(long revision, List<Json.Obj> objects, String continued, long remaining) {
    public ListPage {
        objects = List.copyOf(objects);
    }
}
