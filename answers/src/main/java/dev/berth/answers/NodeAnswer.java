package dev.berth.answers;

import java.util.List;
import java.util.Map;

/// The answer of `nodes/NAME`: one node with its labels, pods and devices.
public record NodeAnswer(
        @Doc("when the scheduling thread gave the answer, in milliseconds since the Unix epoch")
                long atMillis,
        @Doc("the node") NodeItem node,
        @Doc("names of the resources, in the order of the amounts") List<String> resources,
        @Doc("labels of the node") Map<String, String> labels,
        @Doc("pods on the node that the caller may list") List<NodePodItem> pods,
        @Doc("pods on the node that the caller may not list") int hidden,
        @Doc("devices that only this node can access") List<NodeDeviceItem> devices) {}
