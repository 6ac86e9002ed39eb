package dev.berth.engine.binding;

import java.math.BigDecimal;
import java.time.Duration;

/// Durations as Go prints them, since users read them in messages: `5m0s`, `500ms`, `1.5s`.
final class GoDuration {
    private GoDuration() {}

    static String text(Duration duration) {
        long nanos = duration.toNanos();
        if (nanos == 0) {
            return "0s";
        }
        String sign = nanos < 0 ? "-" : "";
        nanos = Math.abs(nanos);
        if (nanos < 1_000) {
            return sign + nanos + "ns";
        }
        if (nanos < 1_000_000) {
            return sign + decimal(nanos, 3) + "µs";
        }
        if (nanos < 1_000_000_000) {
            return sign + decimal(nanos, 6) + "ms";
        }
        long hours = nanos / 3_600_000_000_000L;
        long minutes = nanos / 60_000_000_000L % 60;
        String seconds = decimal(nanos % 60_000_000_000L, 9) + "s";
        if (hours > 0) {
            return sign + hours + "h" + minutes + "m" + seconds;
        }
        return sign + (minutes > 0 ? minutes + "m" : "") + seconds;
    }

    private static String decimal(long nanos, int digits) {
        var value = BigDecimal.valueOf(nanos, digits).stripTrailingZeros();
        return value.signum() == 0 ? "0" : value.toPlainString();
    }
}
