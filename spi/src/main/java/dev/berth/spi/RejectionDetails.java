package dev.berth.spi;

import java.util.List;

/// The facts behind a rejection, and what a user can do about it.
///
/// @param advice phrases in the imperative without a full stop, such as `add a toleration for the
///   taint to the pod`; without names of nodes and of other pods, because every caller sees them
public record RejectionDetails(List<RejectionFact> facts, List<String> advice) {
    public static final RejectionDetails NONE = new RejectionDetails(List.of(), List.of());

    public RejectionDetails {
        facts = List.copyOf(facts);
        advice = List.copyOf(advice);
    }

    public static RejectionDetails of(String advice, RejectionFact... facts) {
        return new RejectionDetails(List.of(facts), List.of(advice));
    }

    public static RejectionDetails of(String advice, List<RejectionFact> facts) {
        return new RejectionDetails(facts, List.of(advice));
    }
}
