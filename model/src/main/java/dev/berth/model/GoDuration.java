package dev.berth.model;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Durations in Go's format, as in configurations and messages of Kubernetes: `5m0s`, `500ms`,
/// `1.5s`.
public final class GoDuration {
    private static final Pattern PART =
            Pattern.compile("([0-9]+\\.?[0-9]*|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h)");
    private static final Map<String, Long> NANOS =
            Map.of(
                    "ns", 1L,
                    "us", 1_000L,
                    "µs", 1_000L,
                    "μs", 1_000L,
                    "ms", 1_000_000L,
                    "s", 1_000_000_000L,
                    "m", 60_000_000_000L,
                    "h", 3_600_000_000_000L);

    private GoDuration() {}

    /// @throws DateTimeException if the text is not a duration, or does not fit in 64 bits of
    ///   nanoseconds
    public static Duration parse(String text) {
        String unsigned = text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text;
        if (unsigned.equals("0")) {
            return Duration.ZERO;
        }
        BigDecimal nanos = BigDecimal.ZERO;
        Matcher part = PART.matcher(unsigned);
        int end = 0;
        while (end < unsigned.length() && part.find(end) && part.start() == end) {
            BigDecimal unit = BigDecimal.valueOf(NANOS.getOrDefault(part.group(2), 0L));
            nanos = nanos.add(new BigDecimal(part.group(1)).multiply(unit));
            end = part.end();
        }
        if (unsigned.isEmpty() || end < unsigned.length()) {
            throw new DateTimeException("not a duration such as 1m30s");
        }
        try {
            long whole = nanos.setScale(0, RoundingMode.DOWN).longValueExact();
            return Duration.ofNanos(text.startsWith("-") ? -whole : whole);
        } catch (ArithmeticException tooLong) {
            throw new DateTimeException("longer than 292 years", tooLong);
        }
    }

    public static String text(Duration duration) {
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
