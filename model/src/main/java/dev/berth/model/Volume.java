package dev.berth.model;

import dev.berth.model.json.Json;

/// A volume of a pod: the field that contains its source, such as `persistentVolumeClaim`, and the
/// content of that field.
public record Volume(String name, String source, Json.Obj detail) {}
