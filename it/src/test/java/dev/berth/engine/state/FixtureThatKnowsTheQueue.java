package dev.berth.engine.state;

import dev.berth.engine.queue.FixtureOfAQueue;

/// Wrong on purpose: state is upstream of the queue and must not know it.
public record FixtureThatKnowsTheQueue(FixtureOfAQueue queue) {
    boolean isEmpty() {
        return queue.length() == 0;
    }
}
