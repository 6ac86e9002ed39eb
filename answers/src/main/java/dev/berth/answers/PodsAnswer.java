package dev.berth.answers;

import java.util.List;

/// The answer of `pods`: pods with their scheduling state.
public record PodsAnswer(
        @Doc("when the scheduling thread gave the answer, in milliseconds since the Unix epoch")
                long atMillis,
        @Doc("pods that match and that the caller may list") int total,
        @Doc("pods in namespaces that the caller may not list") int hidden,
        @Doc("the requested page of these pods") List<PodItem> pods) {}
