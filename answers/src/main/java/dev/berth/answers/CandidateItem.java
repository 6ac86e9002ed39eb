package dev.berth.answers;

/// A node where preemption helps.
public record CandidateItem(
        @Doc("name of the node") String node,
        @Doc("pods to evict there") int victims,
        @Doc("PodDisruptionBudget violations there") int budgetViolations) {}
