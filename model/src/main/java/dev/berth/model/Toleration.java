package dev.berth.model;

import java.util.Optional;
import java.util.regex.Pattern;

/// A toleration of a pod.
public record Toleration(
        String key, String operator, String value, String effect, Optional<Long> seconds) {
    /// Leading zeros and plus signs are not allowed, so each number has one form.
    private static final Pattern NUMBER = Pattern.compile("0|-?[1-9][0-9]*");

    /// Whether this toleration tolerates `taint`, without numeric comparisons.
    public boolean tolerates(Taint taint) {
        return tolerates(taint, false);
    }

    /// Whether this toleration tolerates `taint`.
    ///
    /// @param comparisons whether the operators `Lt` and `Gt` are enabled, which depends on a
    ///   feature gate
    public boolean tolerates(Taint taint, boolean comparisons) {
        if (!effect.isEmpty() && !effect.equals(taint.effect())) {
            return false;
        }
        if (!key.isEmpty() && !key.equals(taint.key())) {
            return false;
        }
        return switch (operator) {
            case "", "Equal" -> value.equals(taint.value());
            case "Exists" -> true;
            case "Lt" -> comparisons && order(taint) < 0;
            case "Gt" -> comparisons && order(taint) > 0;
            default -> false;
        };
    }

    /// The order of the taint's value relative to this value. Also 0 if one of them is not a
    /// number.
    private int order(Taint taint) {
        return NUMBER.matcher(value).matches() && NUMBER.matcher(taint.value()).matches()
                ? compare(taint.value(), value)
                : 0;
    }

    private static int compare(String left, String right) {
        try {
            return Long.compare(Long.parseLong(left), Long.parseLong(right));
        } catch (NumberFormatException tooLarge) {
            return 0;
        }
    }
}
