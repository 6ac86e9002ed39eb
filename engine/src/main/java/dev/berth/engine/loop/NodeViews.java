package dev.berth.engine.loop;

import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.NodeTable;
import dev.berth.engine.view.NodeLoad;
import dev.berth.engine.view.NodeReport;
import dev.berth.engine.view.NodeUpdates;
import dev.berth.model.Pod;
import dev.berth.model.PodRequests;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeSet;
import dev.berth.spi.Resource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Views of nodes and of what their pods request.
final class NodeViews {
    private final ClusterState state;
    private final NodeTable nodes;
    private final DeviceViews devices;

    NodeViews(ClusterState state) {
        this.state = state;
        this.devices = new DeviceViews(state.objects());
        this.nodes = state.nodes();
    }

    /// The names of all resources, in the order of the amounts.
    List<String> resources() {
        return names(nodes.resources());
    }

    List<String> names() {
        return Arrays.stream(nodes.visitingOrder())
                .mapToObj(row -> nodes.view(row).name())
                .toList();
    }

    NodeUpdates changes(long since) {
        List<Resource> resources = nodes.resources();
        long head = nodes.changes().head();
        boolean all = since < 0 || since > head || nodes.changes().lapped(since);
        var gone = new ArrayList<Integer>();
        NodeSet rows;
        if (all) {
            rows = nodes.all();
        } else {
            var changed = new MutableNodeSet(nodes.rows());
            for (long at = since; at < head; at++) {
                changed.add(nodes.changes().row(at));
            }
            rows = changed;
        }
        var loads = new ArrayList<NodeLoad>();
        for (int row = rows.next(0); row >= 0; row = rows.next(row + 1)) {
            if (nodes.all().contains(row)) {
                loads.add(load(row, resources));
            } else {
                gone.add(row);
            }
        }
        return new NodeUpdates(head, all, names(resources), loads, gone);
    }

    private static List<String> names(List<Resource> resources) {
        return resources.stream().map(Resource::name).toList();
    }

    private NodeLoad load(int row, List<Resource> resources) {
        var allocatable = new ArrayList<Long>(resources.size());
        var requested = new ArrayList<Long>(resources.size());
        for (Resource resource : resources) {
            allocatable.add(nodes.view(row).allocatable(resource));
            requested.add(nodes.view(row).requested(resource));
        }
        return new NodeLoad(
                row,
                nodes.view(row).node(),
                nodes.view(row).pods().size(),
                List.copyOf(allocatable),
                List.copyOf(requested));
    }

    Optional<NodeReport> report(String name) {
        OptionalInt row = nodes.row(name);
        return row.isEmpty() ? Optional.empty() : Optional.of(report(row.getAsInt()));
    }

    NodeReport report(int row) {
        List<Resource> resources = nodes.resources();
        var pods = new ArrayList<NodeReport.NodePod>();
        for (Pod pod : nodes.view(row).pods()) {
            pods.add(
                    new NodeReport.NodePod(
                            pod, requested(pod, resources), state.assumed(pod.uid())));
        }
        return new NodeReport(
                names(resources), load(row, resources), pods, devices.on(nodes.view(row).name()));
    }

    private static List<Long> requested(Pod pod, List<Resource> resources) {
        PodRequests asked = pod.requests();
        return resources.stream()
                .map(resource ->
                        resource.equals(Resource.PODS)
                                ? 1L
                                : asked.accounting().amount(resource.name()))
                .toList();
    }
}
