package dev.berth.engine.loop;

import dev.berth.engine.view.NodeReport.NodeDevice;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.device.AllocatedDevice;
import dev.berth.model.device.Device;
import dev.berth.model.device.DeviceId;
import dev.berth.model.device.DeviceTaint;
import dev.berth.model.device.DeviceTaintRule;
import dev.berth.model.device.ResourceClaim;
import dev.berth.model.device.ResourceSlice;
import dev.berth.model.device.ResourceSlice.NodeSelection;
import dev.berth.spi.NotListedException;
import dev.berth.spi.ObjectLister;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The devices of a node with the claims that use them. A device that several nodes can access
/// belongs to none of them.
final class DeviceViews {
    private final ObjectLister objects;

    DeviceViews(ObjectLister objects) {
        this.objects = objects;
    }

    private record LocalDevice(DeviceId id, Device device, List<String> claims) {}

    private record PoolName(String driver, String name) {
        static PoolName of(ResourceSlice slice) {
            return new PoolName(slice.driver(), slice.pool());
        }
    }

    /// The devices of the node, by driver, pool and name.
    List<NodeDevice> on(String node) {
        Map<DeviceId, LocalDevice> devices = localDevices(node);
        if (devices.isEmpty()) {
            return List.of();
        }
        addClaims(devices);
        List<DeviceTaintRule> rules = list(Kind.DEVICE_TAINT_RULE, DeviceTaintRule.class).toList();
        return devices.values().stream()
                .map(each -> new NodeDevice(each.id(), taints(each, rules), each.claims()))
                .sorted(Comparator.comparing(each -> each.id().toString()))
                .toList();
    }

    private <T extends KubeObject> Stream<T> list(Kind kind, Class<T> type) {
        try {
            return objects.list(kind).stream().map(type::cast);
        } catch (NotListedException _) {
            // No plugin reads this kind.
            return Stream.empty();
        }
    }

    /// The devices of the latest generation of each pool.
    private Map<DeviceId, LocalDevice> localDevices(String node) {
        var generations = new HashMap<PoolName, Long>();
        list(Kind.RESOURCE_SLICE, ResourceSlice.class)
                .forEach(slice ->
                        generations.merge(PoolName.of(slice), slice.generation(), Math::max));
        var devices = new HashMap<DeviceId, LocalDevice>();
        list(Kind.RESOURCE_SLICE, ResourceSlice.class)
                .filter(slice ->
                        generations.getOrDefault(PoolName.of(slice), 0L) == slice.generation())
                .forEach(slice -> {
                    for (Device device : slice.devices()) {
                        NodeSelection nodes =
                                slice.selectsPerDevice() ? device.nodes() : slice.nodes();
                        if (nodes.node().equals(node)) {
                            var id = new DeviceId(slice.driver(), slice.pool(), device.name());
                            devices.put(id, new LocalDevice(id, device, new ArrayList<>()));
                        }
                    }
                });
        return devices;
    }

    private void addClaims(Map<DeviceId, LocalDevice> devices) {
        list(Kind.RESOURCE_CLAIM, ResourceClaim.class)
                .forEach(claim -> {
                    if (claim.allocation().isEmpty()) {
                        return;
                    }
                    for (AllocatedDevice allocated : claim.allocation().get().devices()) {
                        LocalDevice device = devices.get(allocated.id());
                        if (device != null && !device.claims().contains(claim.key())) {
                            device.claims().add(claim.key());
                        }
                    }
                });
    }

    private static List<DeviceTaint> taints(LocalDevice of, List<DeviceTaintRule> rules) {
        var taints = new ArrayList<>(of.device().taints());
        for (DeviceTaintRule rule : rules) {
            rule.selector()
                    .filter(each -> each.matchesPool(of.id().driver(), of.id().pool()))
                    .filter(each -> each.matchesDevice(of.id().device()))
                    .ifPresent(each -> taints.add(rule.taint()));
        }
        return taints;
    }
}
