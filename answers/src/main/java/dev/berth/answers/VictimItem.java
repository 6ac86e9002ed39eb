package dev.berth.answers;

import java.util.List;

/// A pod that preemption evicts.
public record VictimItem(
        @Doc("namespace/name; empty if the caller may not list it") String pod,
        @Doc("priority of the pod") int priority,
        @Doc("why the preemptor does not fit if this pod stays") List<String> reasons,
        @Doc("PodDisruptionBudgets that cover the pod") List<String> budgets,
        @Doc("whether the eviction violates one of them") boolean violatesBudget) {}
