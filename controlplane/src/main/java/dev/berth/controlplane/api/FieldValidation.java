package dev.berth.controlplane.api;

/// `fieldValidation`: whether unknown and duplicate fields are rejected, reported as warnings, or
/// dropped silently.
public enum FieldValidation {
    STRICT,
    WARN,
    IGNORE
}
