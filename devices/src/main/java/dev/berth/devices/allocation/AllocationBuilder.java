package dev.berth.devices.allocation;

import dev.berth.model.Node;
import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.Quantity;
import dev.berth.model.Requirement;
import dev.berth.model.device.AllocatedConfiguration;
import dev.berth.model.device.AllocatedDevice;
import dev.berth.model.device.Allocation;
import dev.berth.model.device.Device;
import dev.berth.model.device.DeviceConfiguration;
import dev.berth.model.device.DeviceRequest;
import dev.berth.model.device.ResourceClaim;
import dev.berth.model.device.ResourceSlice;
import dev.berth.model.device.ResourceSlice.NodeSelection;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Builds the allocation of a claim from the chosen devices.
final class AllocationBuilder {
    private final AllocatorFeatures features;
    private final ResourceClaim claim;
    private final List<PlannedDevices> selected;

    /// @param selected the selected alternative of each request
    AllocationBuilder(
            AllocatorFeatures features, ResourceClaim claim, List<PlannedDevices> selected) {
        this.features = features;
        this.claim = claim;
        this.selected = selected;
    }

    Allocation build(List<ChosenDevice> chosen, Node node) {
        return new Allocation(
                chosen.stream().map(this::allocated).toList(),
                config(),
                nodeSelector(chosen, node),
                Optional.empty());
    }

    private AllocatedDevice allocated(ChosenDevice chosen) {
        PlannedDevices request = chosen.request();
        Device device = chosen.candidate().device().device();
        Optional<Map<String, Quantity>> consumed =
                chosen.share().filter(amounts -> !amounts.isEmpty());
        return new AllocatedDevice(
                request.resultName(),
                chosen.candidate().device().id(),
                request.request().admin() ? Optional.of(true) : Optional.empty(),
                request.request().tolerations(),
                features.bindingConditions() ? device.bindingConditions() : Optional.empty(),
                features.bindingConditions() ? device.bindingFailureConditions() : Optional.empty(),
                chosen.share().isPresent() ? Optional.of(Allocator.NO_SHARE_ID) : Optional.empty(),
                consumed,
                List.of());
    }

    private List<AllocatedConfiguration> config() {
        var config = new ArrayList<AllocatedConfiguration>();
        var requests = new LinkedHashMap<String, List<String>>();
        for (PlannedDevices each : selected) {
            requests.computeIfAbsent(each.deviceClass().name(), name -> new ArrayList<>())
                    .add(each.resultName());
        }
        for (PlannedDevices each : selected) {
            List<String> users = requests.remove(each.deviceClass().name());
            if (users != null) {
                for (Json.Obj content : each.deviceClass().config()) {
                    config.add(entry(AllocatedConfiguration.FROM_CLASS, users, content));
                }
            }
        }
        for (DeviceConfiguration each : claim.config()) {
            if (each.requests().isEmpty() || namesAny(each.requests())) {
                config.add(
                        entry(AllocatedConfiguration.FROM_CLAIM, each.requests(), each.content()));
            }
        }
        return config;
    }

    /// An entry for all requests has an empty list.
    private AllocatedConfiguration entry(String source, List<String> requests, Json.Obj content) {
        return new AllocatedConfiguration(
                source,
                new DeviceConfiguration(namesAll(requests) ? List.of() : requests, content));
    }

    private boolean namesAny(List<String> requests) {
        for (int i = 0; i < selected.size(); i++) {
            if (names(requests, i)) {
                return true;
            }
        }
        return false;
    }

    private boolean namesAll(List<String> requests) {
        for (int i = 0; i < selected.size(); i++) {
            if (!names(requests, i)) {
                return false;
            }
        }
        return true;
    }

    private boolean names(List<String> requests, int index) {
        DeviceRequest request = claim.requests().get(index);
        return requests.contains(request.name())
                || requests.contains(selected.get(index).resultName());
    }

    private Optional<List<NodeSelectorTerm>> nodeSelector(List<ChosenDevice> chosen, Node node) {
        var expressions = new ArrayList<Requirement>();
        var fields = new ArrayList<Requirement>();
        for (ChosenDevice each : chosen) {
            ResourceSlice slice = each.candidate().slice().slice();
            Device device = each.candidate().device().device();
            NodeSelection nodes = slice.selectsPerDevice() ? device.nodes() : slice.nodes();
            if (nodes.nodeName().isPresent() || device.bindsToNode()) {
                return Optional.of(List.of(only(node)));
            }
            List<NodeSelectorTerm> terms = nodes.nodeSelector().orElse(List.of());
            if (terms.size() > 1) {
                throw new AllocationException(
                        "create NodeSelector for claim %s: unsupported ResourceSlice.NodeSelector with %d terms"
                                .formatted(claim.name(), terms.size()));
            }
            for (NodeSelectorTerm term : terms) {
                addNew(term.matchFields(), fields);
                addNew(term.matchExpressions(), expressions);
            }
        }
        var merged = new NodeSelectorTerm(expressions, fields);
        return merged.isEmpty() ? Optional.empty() : Optional.of(List.of(merged));
    }

    private static NodeSelectorTerm only(Node node) {
        return new NodeSelectorTerm(
                List.of(),
                List.of(
                        new Requirement(
                                NodeSelectorTerm.NAME_FIELD,
                                Requirement.IN,
                                List.of(node.name()))));
    }

    private static void addNew(List<Requirement> from, List<Requirement> to) {
        for (Requirement requirement : from) {
            boolean known =
                    to.stream()
                            .anyMatch(each ->
                                    each.key().equals(requirement.key())
                                            && each.operator().equals(requirement.operator())
                                            && new HashSet<>(each.values())
                                                    .equals(new HashSet<>(requirement.values())));
            if (!known) {
                to.add(requirement);
            }
        }
    }
}
