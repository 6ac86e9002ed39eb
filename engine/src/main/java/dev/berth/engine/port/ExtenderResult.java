package dev.berth.engine.port;

import dev.berth.spi.Reject;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The combined result of all interested extenders.
public sealed interface ExtenderResult {
    /// The accepted nodes and their scores.
    ///
    /// @param refused the reasons of rejected nodes, if an extender gives any
    /// @param narrowed whether any node was rejected
    record OnNodes(
            List<String> passing,
            Map<String, Reject> refused,
            boolean narrowed,
            List<ExtenderScores> extenderScores)
            implements ExtenderResult {
        public OnNodes {
            passing = List.copyOf(passing);
            refused = Collections.unmodifiableMap(new LinkedHashMap<>(refused));
            extenderScores = List.copyOf(extenderScores);
        }
    }

    /// The accepted preemption plans.
    record OnPreemption(List<Extender.Evictions> evictions) implements ExtenderResult {
        public OnPreemption {
            evictions = List.copyOf(evictions);
        }
    }

    /// An extender that is not ignorable failed. The failure has been reported.
    record Failed(String message) implements ExtenderResult {}

    /// The scores of one extender by node, and its weight.
    record ExtenderScores(String extender, long weight, Map<String, Long> scores) {
        private static final int TO_HUNDRED = 10;

        public ExtenderScores {
            scores = Map.copyOf(scores);
        }

        /// The weighted score of a node; 0 for a node without a score.
        public long score(String node) {
            return scores.getOrDefault(node, 0L) * weight * TO_HUNDRED;
        }
    }
}
