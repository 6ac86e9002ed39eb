package dev.berth.app;

import dev.berth.engine.view.Decision;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/// How long after the start of the process the first pod got its node.
final class FirstBinding implements Consumer<Decision> {
    private volatile OptionalDouble seconds = OptionalDouble.empty();

    @Override
    public void accept(Decision decision) {
        if (seconds.isEmpty() && decision.outcome() instanceof Decision.Placed) {
            seconds =
                    ProcessHandle.current().info().startInstant().stream()
                            .mapToDouble(start ->
                                    Duration.between(start, Instant.now()).toMillis() / 1e3)
                            .findFirst();
        }
    }

    OptionalDouble seconds() {
        return seconds;
    }
}
