package dev.berth.app.up;

import dev.berth.engine.view.Decision;
import dev.berth.spi.Preemption;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/// Collects from the decisions of a run what its summary shows.
final class RunNotes implements Consumer<Decision> {
    private static final int MAX_PREEMPTIONS = 1_000;

    private final List<Preempting> preemptions = new ArrayList<>();
    private volatile long firstBindingMillis;
    private long preemptionsInAll;

    /// A preemption for a pod.
    record Preempting(String pod, Preemption preemption) {}

    @Override
    public void accept(Decision decision) {
        switch (decision.outcome()) {
            case Decision.Placed placed -> bound();
            case Decision.Unschedulable unschedulable ->
                    unschedulable
                            .preemption()
                            .ifPresent(made -> add(new Preempting(decision.pod(), made)));
            case Decision.Failed failed -> {}
        }
    }

    private void bound() {
        if (firstBindingMillis == 0) {
            firstBindingMillis = System.currentTimeMillis();
        }
    }

    private synchronized void add(Preempting made) {
        preemptionsInAll++;
        if (preemptions.size() < MAX_PREEMPTIONS) {
            preemptions.add(made);
        }
    }

    /// The time from the start of the JVM to the first assigned node. The process itself can be
    /// older: the launcher is part of it, and builds at its first start.
    OptionalDouble firstBindingSeconds() {
        long started = ManagementFactory.getRuntimeMXBean().getStartTime();
        return firstBindingMillis == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of((firstBindingMillis - started) / 1e3);
    }

    /// The first preemptions, in order.
    synchronized List<Preempting> preemptions() {
        return List.copyOf(preemptions);
    }

    synchronized long preemptionsInAll() {
        return preemptionsInAll;
    }
}
