package dev.berth.plugins.defaultpreemption;

import dev.berth.model.Pod;
import dev.berth.spi.NodeView;

import java.util.List;

/// A node that has room once its victims are gone.
///
/// @param victims the most important first; never empty
/// @param violations how many of them no disruption budget allows for
record Candidate(NodeView node, List<Pod> victims, int violations) {
    int highestPriority() {
        return victims.getFirst().spec().priority();
    }

    /// The sum of the victims' priorities, each raised so that none is negative.
    long sumOfPriorities() {
        long sum = 0;
        for (Pod victim : victims) {
            sum += victim.spec().priority() - (long) Integer.MIN_VALUE;
        }
        return sum;
    }
}
