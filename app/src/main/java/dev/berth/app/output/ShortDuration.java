package dev.berth.app.output;

/// Durations in a few characters.
public final class ShortDuration {
    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private ShortDuration() {}

    /// A negative duration, from clocks that differ, counts as zero.
    public static String of(long millis) {
        if (millis < MINUTE) {
            return Math.max(0, millis / SECOND) + "s";
        }
        if (millis < HOUR) {
            return millis / MINUTE + "m" + rest(millis % MINUTE / SECOND, "s");
        }
        return millis < DAY
                ? millis / HOUR + "h" + rest(millis % HOUR / MINUTE, "m")
                : millis / DAY + "d" + rest(millis % DAY / HOUR, "h");
    }

    private static String rest(long number, String unit) {
        return number == 0 ? "" : number + unit;
    }

    public static String ofMicros(long micros) {
        if (micros < 1_000) {
            return micros + "µs";
        }
        return micros < 1_000_000 ? tenths(micros, 1_000) + "ms" : tenths(micros, 1_000_000) + "s";
    }

    private static String tenths(long micros, long unit) {
        long tenths = micros * 10 / unit;
        return tenths >= 1_000 || tenths % 10 == 0
                ? Long.toString(tenths / 10)
                : tenths / 10 + "." + tenths % 10;
    }
}
