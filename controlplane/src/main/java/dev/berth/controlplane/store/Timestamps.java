package dev.berth.controlplane.store;

import dev.berth.engine.port.Clock;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// The current time in the format of objects: UTC, in whole seconds. The text is cached for the
/// current second.
public final class Timestamps {
    private final Clock clock;
    private Instant second = Instant.MIN;
    private String text = "";

    public Timestamps(Clock clock) {
        this.clock = clock;
    }

    public synchronized String now() {
        long now = Math.floorDiv(clock.nowNanos(), 1_000_000_000L);
        if (now != second.getEpochSecond()) {
            second = Instant.ofEpochSecond(now);
            text = second.toString();
        }
        return text;
    }

    /// The second that [#now] returned last.
    synchronized Instant second() {
        return second;
    }

    String in(long seconds) {
        return instant().truncatedTo(ChronoUnit.SECONDS).plusSeconds(seconds).toString();
    }

    /// Adds seconds to a timestamp.
    static String moved(String time, long seconds) {
        return Instant.parse(time).plusSeconds(seconds).toString();
    }

    /// The current time with microseconds, as in events.
    public String micros() {
        String shown = instant().truncatedTo(ChronoUnit.MICROS).toString();
        int dot = shown.indexOf('.');
        String digits = dot < 0 ? "" : shown.substring(dot + 1, shown.length() - 1);
        String whole = dot < 0 ? shown.substring(0, shown.length() - 1) : shown.substring(0, dot);
        return whole + "." + digits + "0".repeat(6 - digits.length()) + "Z";
    }

    private Instant instant() {
        return Instant.ofEpochSecond(0, clock.nowNanos());
    }
}
