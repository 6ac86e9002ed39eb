package dev.berth.engine.view;

import dev.berth.model.Pod;
import dev.berth.model.device.DeviceId;
import dev.berth.model.device.DeviceTaint;

import java.util.List;

/// One node with its pods and devices.
public record NodeReport(
        List<String> resources, NodeLoad load, List<NodePod> pods, List<NodeDevice> devices) {
    public NodeReport {
        resources = List.copyOf(resources);
        pods = List.copyOf(pods);
        devices = List.copyOf(devices);
    }

    /// A device that only this node can access.
    ///
    /// @param claims the claims that it is allocated to (`namespace/name`)
    public record NodeDevice(DeviceId id, List<DeviceTaint> taints, List<String> claims) {
        public NodeDevice {
            taints = List.copyOf(taints);
            claims = List.copyOf(claims);
        }
    }

    /// A pod on the node.
    ///
    /// @param requested amounts in the order of the resources
    /// @param assumed whether the API server has yet to confirm the binding
    public record NodePod(Pod pod, List<Long> requested, boolean assumed) {
        public NodePod {
            requested = List.copyOf(requested);
        }
    }
}
