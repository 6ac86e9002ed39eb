package dev.berth.plugins.nodedeclaredfeatures;

import dev.berth.model.Container;
import dev.berth.model.Pod;
import dev.berth.model.PodTemplate;

import java.util.ArrayList;
import java.util.List;

/// The features that nodes can declare, as bits.
final class Features {
    static final int NONE = 0;

    /// Sorted, because nodes list their features in this order.
    private static final List<String> KNOWN =
            List.of(
                    "DRANodeAllocatableResources",
                    "DRAOptionalNodeOperations",
                    "ExtendWebSocketsToKubelet",
                    "InPlacePodLevelResourcesVerticalScaling",
                    "InPlacePodVerticalScalingInitContainers",
                    "InPlacePodVerticalScalingMemoryBackedVolumes",
                    "RestartAllContainersOnContainerExits",
                    "UserNamespacesHostNetworkSupport",
                    "VolumeBindMountOptions");

    private static final int RESTART_ALL =
            1 << KNOWN.indexOf("RestartAllContainersOnContainerExits");
    private static final int HOST_NETWORK_WITH_OWN_USERS =
            1 << KNOWN.indexOf("UserNamespacesHostNetworkSupport");

    private Features() {}

    /// The features that the spec of a pod requires. The other features affect running pods only.
    static int neededBy(Pod pod) {
        PodTemplate.Parts parts = pod.template().parts();
        int needed = NONE;
        if (restartsAll(parts.containers()) || restartsAll(parts.initContainers())) {
            needed |= RESTART_ALL;
        }
        if (parts.hostNetwork() && !parts.hostUsers().orElse(true)) {
            needed |= HOST_NETWORK_WITH_OWN_USERS;
        }
        return needed;
    }

    private static boolean restartsAll(List<Container> containers) {
        for (Container container : containers) {
            if (container.restartActions().contains("RestartAllContainers")) {
                return true;
            }
        }
        return false;
    }

    /// The known features that a node declares.
    // Parity: both lists are walked side by side, so a name out of order is not seen.
    static int declared(List<String> names) {
        int declared = NONE;
        int known = 0;
        int next = 0;
        while (known < KNOWN.size() && next < names.size()) {
            int order = KNOWN.get(known).compareTo(names.get(next));
            if (order == 0) {
                declared |= 1 << known;
            }
            known += order <= 0 ? 1 : 0;
            next += order >= 0 ? 1 : 0;
        }
        return declared;
    }

    static List<String> names(int features) {
        var names = new ArrayList<String>();
        for (int i = 0; i < KNOWN.size(); i++) {
            if ((features & 1 << i) != 0) {
                names.add(KNOWN.get(i));
            }
        }
        return names;
    }
}
