package dev.berth.devices;

import dev.berth.model.Labels;
import dev.berth.model.Meta;
import dev.berth.model.OwnerReference;
import dev.berth.model.Pod;
import dev.berth.model.Quantity;
import dev.berth.model.Requests;
import dev.berth.model.ResourceList;
import dev.berth.model.device.DeviceClass;
import dev.berth.model.device.ExtendedResourceClasses;
import dev.berth.model.device.ResourceClaim;
import dev.berth.spi.NodeView;
import dev.berth.spi.ObjectLister;
import dev.berth.spi.Reject;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The extended resources of a pod that devices can provide, and the claim for them.
///
/// @param claim the claim of an earlier attempt, or a claim in memory
/// @param amounts the requested amounts of the eligible resources
record PodExtendedResources(ResourceClaim claim, SortedMap<String, Long> amounts) {
    /// The claim for one node.
    ///
    /// @param rejection the rejection of the node
    /// @param claim the claim, with the requests for the node; absent if device plugins serve the
    ///   pod
    record OnNode(Optional<Reject> rejection, Optional<ExtendedClaim> claim) {
        static final OnNode NONE = new OnNode(Optional.empty(), Optional.empty());

        private static final OnNode LEFT_OVER = rejected("cannot schedule extended resource claim");
        private static final OnNode NO_RESOURCE = rejected("cannot fit resource");

        private static OnNode rejected(String reason) {
            return new OnNode(Optional.of(Reject.unresolvable(reason)), Optional.empty());
        }
    }

    /// The extended resources of the pod; empty if no class provides one of them.
    static Optional<PodExtendedResources> of(Pod pod, SharedDevices devices, ObjectLister objects) {
        ExtendedResourceClasses classes = devices.extendedResources();
        if (classes.isEmpty()) {
            return Optional.empty();
        }
        Requests requests = pod.template().requests().fit();
        var amounts = new TreeMap<String, Long>();
        boolean provided = false;
        for (int i = 0; i < requests.scalars(); i++) {
            String name = requests.scalarName(i);
            if (requests.scalarAmount(i) != 0 && ExtendedResourceClasses.eligible(name)) {
                amounts.put(name, requests.scalarAmount(i));
                provided |= classes.classOf(name).isPresent();
            }
        }
        return provided
                ? Optional.of(
                        new PodExtendedResources(
                                devices.extendedClaimOf(pod, objects)
                                        .orElseGet(() -> inMemory(pod)),
                                amounts))
                : Optional.empty();
    }

    private static ResourceClaim inMemory(Pod pod) {
        Meta named =
                Meta.named(
                        pod.namespace(),
                        ExtendedClaim.SPECIAL_NAME,
                        "extended-resources-of-" + pod.uid());
        var meta =
                new Meta(
                        named.name(),
                        named.namespace(),
                        named.uid(),
                        "",
                        0,
                        Optional.empty(),
                        Optional.empty(),
                        Labels.NONE,
                        Labels.of(Map.of(ResourceClaim.EXTENDED_RESOURCE_ANNOTATION, "true")),
                        List.of(new OwnerReference("v1", "Pod", pod.name(), pod.uid(), true)),
                        List.of());
        return new ResourceClaim(
                meta, List.of(), List.of(), List.of(), Optional.empty(), List.of(), List.of());
    }

    /// The claim for a node, where devices provide what the node itself does not.
    ///
    /// @param known the claims for other nodes by the resources that devices provide there
    OnNode on(
            NodeView node,
            Pod pod,
            ExtendedResourceClasses classes,
            boolean otherClaims,
            Map<SortedMap<String, String>, OnNode> known) {
        if (!claim.requests().isEmpty()) {
            return OnNode.LEFT_OVER;
        }
        ResourceList allocatable = node.node().allocatable();
        var byDevices = new TreeMap<String, String>();
        for (String resource : amounts.keySet()) {
            Optional<Quantity> listed = allocatable.get(resource);
            Optional<DeviceClass> deviceClass = classes.classOf(resource);
            if (deviceClass.isPresent() && (listed.isEmpty() || listed.get().value() == 0)) {
                byDevices.put(resource, deviceClass.get().name());
            } else if (listed.isEmpty()) {
                return OnNode.NO_RESOURCE;
            }
        }
        if (!otherClaims && byDevices.isEmpty() || claim.allocation().isPresent()) {
            return OnNode.NONE;
        }
        return known.computeIfAbsent(byDevices, provided -> created(pod, provided));
    }

    /// The claim for nodes on which devices provide these resources.
    ///
    /// @param byDevices the names of the classes by resource
    OnNode created(Pod pod, SortedMap<String, String> byDevices) {
        ExtendedRequests created = ExtendedRequests.of(pod, byDevices);
        return new OnNode(
                Optional.empty(),
                Optional.of(
                        new ExtendedClaim(
                                claim.withRequests(created.requests()), created.mappings())));
    }
}
