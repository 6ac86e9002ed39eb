package dev.berth.engine.cycle;

import dev.berth.engine.port.Meter;
import dev.berth.engine.profile.PluginTimes;

import org.jspecify.annotations.Nullable;

/// Times the extension points of one search, each from the end of the one before.
final class SearchTimer {
    private final PluginTimes times;
    private Meter.OfProfile meter = Meter.NONE.profile("");
    private Meter.@Nullable Point running;
    private long since;

    SearchTimer(PluginTimes times) {
        this.times = times;
    }

    void begin(Meter.OfProfile profile, Meter.Point first) {
        if (times.measured()) {
            meter = profile;
            since = times.now();
            running = first;
        }
    }

    /// The present extension point has ended; `following` begins.
    void next(Meter.Point following) {
        if (running != null) {
            end(Meter.Status.SUCCESS);
            running = following;
        }
    }

    /// The last extension point has ended.
    void end(Meter.Status status) {
        if (running != null) {
            long now = times.now();
            meter.ran(running, status, now - since);
            times.trace().ran(running, status, since, now);
            since = now;
            running = null;
        }
    }
}
