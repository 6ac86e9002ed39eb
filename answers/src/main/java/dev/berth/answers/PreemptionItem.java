package dev.berth.answers;

import java.util.List;

/// A preemption: the pods evicted to schedule another pod.
public record PreemptionItem(
        @Doc("the preemption in one sentence") String summary,
        @Doc("nodes that preemption examined") int nodesExamined,
        @Doc("nodes where preemption helps") int candidates,
        @Doc("the nominated node; empty if the caller may not list nodes") String node,
        @Doc(
                        "criterion that selected the node among the candidates; empty if there was"
                                + " one candidate")
                String decidedBy,
        @Doc("pods to evict") List<VictimItem> victims,
        @Doc("pods of lower priority that stay on the node") List<String> reprieved,
        @Doc("the candidates") List<CandidateItem> candidateNodes) {}
