package dev.berth.model;

import dev.berth.model.json.Json;

/// An object of a kind the scheduler has no record for; plugins read it as it is.
public record CustomObject(Kind kind, Meta meta, Json.Obj content) implements KubeObject {}
