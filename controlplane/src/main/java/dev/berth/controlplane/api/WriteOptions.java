package dev.berth.controlplane.api;

/// The options of a write.
///
/// @param dryRun whether the write runs all checks without storing the result
public record WriteOptions(boolean dryRun, FieldValidation fields) {
    /// The options of a request without parameters.
    public static final WriteOptions DEFAULT = new WriteOptions(false, FieldValidation.WARN);
}
