package dev.berth.model;

import dev.berth.model.json.Json;

/// A volume of a pod: the field that names its source, such as `persistentVolumeClaim`, and that
/// field's content.
public record Volume(String name, String source, Json.Obj detail) {}
