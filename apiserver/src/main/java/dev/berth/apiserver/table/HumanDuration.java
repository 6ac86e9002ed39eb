package dev.berth.apiserver.table;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/// Formats durations with two units at most. Kubernetes: `duration.HumanDuration`.
final class HumanDuration {
    static final String UNKNOWN = "<unknown>";

    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final long YEAR = 365 * DAY;

    private HumanDuration() {}

    /// @param timestamp in RFC 3339; `<unknown>` if empty
    static String since(String timestamp, Instant now) {
        return timestamp.isEmpty() ? UNKNOWN : between(timestamp, now);
    }

    private static String between(String timestamp, Instant now) {
        try {
            return of(Duration.between(Instant.parse(timestamp), now));
        } catch (DateTimeParseException e) {
            return UNKNOWN;
        }
    }

    static String of(Duration duration) {
        long seconds = duration.toMillis() / 1_000;
        if (seconds < -1) {
            return "<invalid>";
        }
        if (seconds < 2 * MINUTE) {
            return Math.max(seconds, 0) + "s";
        }
        if (seconds < 10 * MINUTE) {
            return both(seconds, MINUTE, "m", 1, "s");
        }
        if (seconds < 3 * HOUR) {
            return seconds / MINUTE + "m";
        }
        if (seconds < 8 * HOUR) {
            return both(seconds, HOUR, "h", MINUTE, "m");
        }
        if (seconds < 2 * DAY) {
            return seconds / HOUR + "h";
        }
        if (seconds < 8 * DAY) {
            return both(seconds, DAY, "d", HOUR, "h");
        }
        if (seconds < 2 * YEAR) {
            return seconds / DAY + "d";
        }
        if (seconds < 8 * YEAR) {
            return both(seconds, YEAR, "y", DAY, "d");
        }
        return seconds / YEAR + "y";
    }

    private static String both(long seconds, long big, String bigs, long small, String smalls) {
        long rest = seconds % big / small;
        return seconds / big + bigs + (rest == 0 ? "" : rest + smalls);
    }
}
