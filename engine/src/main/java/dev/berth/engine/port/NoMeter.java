package dev.berth.engine.port;

import java.util.List;

/// A meter that records nothing.
final class NoMeter implements Meter, Meter.OfProfile, Meter.OfPlugin, Meter.OfHint {
    @Override
    public boolean on() {
        return false;
    }

    @Override
    public OfProfile profile(String name) {
        return this;
    }

    @Override
    public OfPlugin plugin(String name) {
        return this;
    }

    @Override
    public OfHint hint(String plugin, String event) {
        return this;
    }

    @Override
    public void searched(long nanos) {}

    @Override
    public void eventHandled(String event, long nanos) {}

    @Override
    public void bound(int attempts, long waitedNanos, boolean flushed) {}

    @Override
    public void waiting(Status how, long nanos) {}

    @Override
    public void preempted(int victims) {}

    @Override
    public void recorded(String metric, long nanos, List<String> labels) {}

    @Override
    public void backgroundTaskEnded(String plugin, boolean failed, long nanos) {}

    @Override
    public void called(CallType type, boolean failed, long nanos) {}

    @Override
    public void attempted(Result result, long nanos) {}

    @Override
    public void ran(Point point, Status status, long nanos) {}

    @Override
    public void chose(int feasible) {}

    @Override
    public void evaluated(Point point, int times) {}

    @Override
    public void hintCalled(HintResult answer, long nanos) {}
}
