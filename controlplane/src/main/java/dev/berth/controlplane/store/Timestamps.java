package dev.berth.controlplane.store;

import dev.berth.engine.port.Clock;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// The time as objects carry it: whole seconds of UTC. The text is kept while the second lasts.
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

    /// The second that [#now] named last.
    synchronized Instant second() {
        return second;
    }

    String in(long seconds) {
        return instant().truncatedTo(ChronoUnit.SECONDS).plusSeconds(seconds).toString();
    }

    /// A time as objects carry it, moved.
    static String moved(String time, long seconds) {
        return Instant.parse(time).plusSeconds(seconds).toString();
    }

    /// With microseconds, as events carry it.
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
