package dev.berth.answers;

import java.util.List;

/// The payload of `decisions` events: attempts since the last event.
public record DecisionsEvent(
        @Doc("attempts of pods that the caller may list, newest first")
                List<DecisionItem> decisions,
        @Doc("attempts that the event leaves out because there were too many") long skipped) {}
