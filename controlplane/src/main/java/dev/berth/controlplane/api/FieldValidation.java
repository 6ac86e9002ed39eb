package dev.berth.controlplane.api;

/// What becomes of fields nobody knows, and of those that are there twice: refused, told, or
/// dropped without a word.
public enum FieldValidation {
    STRICT,
    WARN,
    IGNORE
}
