package dev.berth.answers;

import java.util.List;
import java.util.Map;

/// One fact behind a rejection.
public record FactItem(
        @Doc(
                        value = "what the fact is about; plugins can add types of their own",
                        oneOf = {
                            "resource",
                            "node-name",
                            "node-selector",
                            "node-affinity",
                            "added-affinity",
                            "node-label",
                            "node-feature",
                            "cordon",
                            "taint",
                            "host-port",
                            "pod-affinity",
                            "pod-anti-affinity",
                            "existing-pod-anti-affinity",
                            "topology-spread",
                            "topology-domains",
                            "service-affinity",
                            "claim",
                            "disk",
                            "volume-limit",
                            "volume-zone",
                            "csi-driver",
                            "resource-claim",
                            "scheduling-gate"
                        })
                String type,
        @Doc(
                        "name of the resource, the taint, the claim and so on; empty if the caller"
                                + " may not see it")
                String subject,
        @Doc("the fact in one phrase") String text,
        @Doc("texts by name, such as `effect` of a taint") Map<String, String> values,
        @Doc(
                        "numbers by name, such as `requested`, `free` and `allocatable` of a"
                                + " resource; the highest of the nodes; cpu in millicores")
                Map<String, Long> amounts,
        @Doc("other pods that the fact is about, by namespace/name") List<String> pods,
        @Doc("such pods that the caller may not list") int hiddenPods,
        @Doc("number of nodes with this fact; 0 if it is about the pod as a whole") int nodes) {
    /// The same fact with its phrase.
    public FactItem withText() {
        return new FactItem(
                type, subject, FactText.of(this), values, amounts, pods, hiddenPods, nodes);
    }
}
