package dev.berth.model;

import java.util.Optional;
import java.util.regex.Pattern;

/// A taint that a pod puts up with.
public record Toleration(
        String key, String operator, String value, String effect, Optional<Long> seconds) {
    /// No leading zeros and no plus, so that one number has one form.
    private static final Pattern NUMBER = Pattern.compile("0|-?[1-9][0-9]*");

    /// Whether this toleration covers `taint`, without comparison of numbers.
    public boolean tolerates(Taint taint) {
        return tolerates(taint, false);
    }

    /// Whether this toleration covers `taint`.
    ///
    /// @param comparisons whether `Lt` and `Gt` are operators (they are behind a gate)
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

    /// The taint's value against ours; 0 also when one of them is no plain number.
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
