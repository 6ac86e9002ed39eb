package dev.berth.answers;

import java.util.List;

/// The answer of `decisions`: the newest scheduling attempts.
public record DecisionsAnswer(
        @Doc("when the scheduling thread gave the answer, in milliseconds since the Unix epoch")
                long atMillis,
        @Doc("attempts of pods that the caller may list, newest first")
                List<DecisionItem> decisions,
        @Doc("attempts of pods that the caller may not list") int hidden) {}
