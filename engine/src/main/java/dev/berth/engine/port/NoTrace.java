package dev.berth.engine.port;

/// A trace without spans.
final class NoTrace implements Trace {
    @Override
    public boolean on() {
        return false;
    }

    @Override
    public boolean open() {
        return false;
    }

    @Override
    public void ran(Meter.Point point, Meter.Status status, long beganTicks, long endedTicks) {}

    @Override
    public void ran(
            Meter.Point point,
            String plugin,
            Meter.Status status,
            long beganTicks,
            long endedTicks) {}

    @Override
    public void waits(long beganTicks) {}

    @Override
    public void waited(Meter.Status status) {}

    @Override
    public Call call(String point, String plugin, String name) {
        return Call.NONE;
    }

    @Override
    public void ended(Result result, String node, String message, long endedTicks) {}

    /// A call without a span.
    static final class NoCall implements Call {
        @Override
        public String traceparent() {
            return "";
        }

        @Override
        public void ended(String error) {}
    }
}
