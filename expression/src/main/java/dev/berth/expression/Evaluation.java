package dev.berth.expression;

import java.util.Optional;

/// The result of a selector for a device with its cost.
///
/// @param matches if the device matches; false if the evaluation failed
/// @param error the reason why the evaluation failed
/// @param cost the cost of the evaluation until its end, in the units of CEL
public record Evaluation(boolean matches, Optional<String> error, long cost) {}
