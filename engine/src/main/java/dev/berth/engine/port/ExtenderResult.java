package dev.berth.engine.port;

import dev.berth.spi.Reject;

import java.util.List;
import java.util.Map;

/// What extenders said, all that were asked together.
public sealed interface ExtenderResult {
    /// Which nodes they leave, and how much they like them.
    ///
    /// @param refused why nodes are out of question, where an extender says so
    /// @param narrowed whether any node was taken away
    record OnNodes(
            List<String> passing,
            Map<String, Reject> refused,
            boolean narrowed,
            List<ExtenderScores> extenderScores)
            implements ExtenderResult {
        public OnNodes {
            passing = List.copyOf(passing);
            extenderScores = List.copyOf(extenderScores);
        }
    }

    /// Which evictions they leave.
    record OnEvictions(List<Extender.Evictions> evictions) implements ExtenderResult {
        public OnEvictions {
            evictions = List.copyOf(evictions);
        }
    }

    /// An extender that is not ignorable failed.
    record Failed(String message, Throwable cause) implements ExtenderResult {}

    /// The scores of one extender by node, and what they count.
    record ExtenderScores(String extender, long weight, Map<String, Long> scores) {
        private static final int TO_HUNDRED = 10;

        public ExtenderScores {
            scores = Map.copyOf(scores);
        }

        /// What a node gains by it; one that was not named gains nothing.
        public long score(String node) {
            return scores.getOrDefault(node, 0L) * weight * TO_HUNDRED;
        }
    }
}
