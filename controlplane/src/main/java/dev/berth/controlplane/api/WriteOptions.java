package dev.berth.controlplane.api;

/// How a change is to be made.
///
/// @param dryRun everything but the change itself
public record WriteOptions(boolean dryRun, FieldValidation fields) {
    /// As without any options.
    public static final WriteOptions DEFAULT = new WriteOptions(false, FieldValidation.WARN);
}
