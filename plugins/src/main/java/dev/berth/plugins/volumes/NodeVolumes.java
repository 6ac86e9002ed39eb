package dev.berth.plugins.volumes;

import dev.berth.model.CsiNode;
import dev.berth.model.Pod;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/// The attached volumes of a node with limits, by driver.
///
/// @param limits the limit of each driver that has one
/// @param used the volumes of these drivers that pods on the node use
/// @param counts the number of volumes of each driver, including unused ones
record NodeVolumes(
        Map<String, Integer> limits, Set<DriverVolume> used, Map<String, Integer> counts) {
    static final NodeVolumes NONE = new NodeVolumes(Map.of(), Set.of(), Map.of());

    static Map<String, Integer> limits(CsiNode node) {
        var limits = new HashMap<String, Integer>();
        for (CsiNode.Driver driver : node.drivers()) {
            OptionalInt limit = driver.limit();
            if (limit.isPresent()) {
                limits.put(driver.name(), limit.getAsInt());
            }
        }
        return limits;
    }

    /// @throws DriverVolumes.Unclear if a volume is invalid
    static NodeVolumes count(
            CsiNode node, Collection<Pod> pods, AttachedVolumes attachments, VolumeLookup lookup) {
        var used = new HashSet<DriverVolume>();
        for (Pod pod : pods) {
            if (!pod.spec().volumes().isEmpty()) {
                DriverVolumes.ofPlaced(pod, lookup, used);
            }
        }
        Map<String, Integer> limits = limits(node);
        used.removeIf(volume -> !limits.containsKey(volume.driver()));
        var all = new HashSet<>(used);
        attachments.collect(node.meta().name(), lookup, all);
        return new NodeVolumes(limits, used, byDriver(all));
    }

    /// The number of volumes of the driver that can still be attached.
    int free(String driver) {
        Integer limit = limits.get(driver);
        return limit == null ? Integer.MAX_VALUE : limit - counts.getOrDefault(driver, 0);
    }

    /// Whether these volumes can be attached, too.
    ///
    /// Parity: an attached volume that no pod uses counts twice if it is one of these.
    boolean takes(Collection<DriverVolume> more) {
        for (Map.Entry<String, Integer> each : added(more).entrySet()) {
            if (free(each.getKey()) < each.getValue()) {
                return false;
            }
        }
        return true;
    }

    /// The number of volumes of each driver that no pod on the node uses yet.
    Map<String, Integer> added(Collection<DriverVolume> more) {
        List<DriverVolume> fresh = new ArrayList<>();
        for (DriverVolume volume : more) {
            if (!used.contains(volume)) {
                fresh.add(volume);
            }
        }
        return byDriver(fresh);
    }

    /// The number of volumes of each driver.
    static Map<String, Integer> byDriver(Collection<DriverVolume> volumes) {
        var counts = new HashMap<String, Integer>();
        for (DriverVolume volume : volumes) {
            counts.merge(volume.driver(), 1, Integer::sum);
        }
        return counts;
    }
}
