package dev.berth.controlplane.api;

import dev.berth.model.json.Json;

import java.util.List;

/// A page of a list.
///
/// @param continued the token for the next page, or empty on the last page
/// @param remaining the number of objects after this page, or -1 if it is not reported
public record ListPage(long revision, List<Json.Obj> objects, String continued, long remaining) {
    public ListPage {
        objects = List.copyOf(objects);
    }
}
