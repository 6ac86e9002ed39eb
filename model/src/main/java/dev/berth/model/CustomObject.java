package dev.berth.model;

import dev.berth.model.json.Json;

/// An object of a kind without a record of its own. Plugins read its JSON.
public record CustomObject(Kind kind, Meta meta, Json.Obj content) implements KubeObject {}
