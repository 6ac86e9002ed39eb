package dev.berth.kubeclient.wire;

import dev.berth.kubeclient.wire.ProtoFields.ContainerStatusFields;
import dev.berth.kubeclient.wire.ProtoFields.PodStatusFields;
import dev.berth.model.Condition;
import dev.berth.model.ContainerStatus;
import dev.berth.model.Decoder;
import dev.berth.model.PodClaimStatuses;
import dev.berth.model.PodStatus;
import dev.berth.model.Quantity;
import dev.berth.model.ResourceList;
import dev.berth.model.json.Json;

import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// Reads the status of pods.
final class PodStatusReader {

    private final InternedStrings words;
    private final ResourceReader resources;
    private final ConditionReader conditions;
    private final DecodeCache<List<ContainerStatus>> containers =
            new DecodeCache<>(1 << 12, 1 << 12);
    private final ProtoWriter containerBytes = new ProtoWriter();
    private final ProtoWriter initContainerBytes = new ProtoWriter();

    PodStatusReader(InternedStrings words, ResourceReader resources, ConditionReader conditions) {
        this.words = words;
        this.resources = resources;
        this.conditions = conditions;
    }

    PodStatus read(ProtoReader in) throws IOException {
        containerBytes.clear();
        initContainerBytes.clear();
        String phase = "";
        String nominated = "";
        Optional<Instant> started = Optional.empty();
        List<Condition> podConditions = List.of();
        Optional<ResourceList> inForce = Optional.empty();
        var allocated = new HashMap<String, Quantity>();
        List<Json> claims = List.of();
        Optional<Json.Obj> extended = Optional.empty();
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case PodStatusFields.PHASE -> phase = words.word(in);
                case PodStatusFields.CONDITIONS ->
                        podConditions = ListBuilders.with(podConditions, conditions.read(in));
                case PodStatusFields.START_TIME -> started = in.time();
                case PodStatusFields.CONTAINER_STATUSES ->
                        collect(in, PodStatusFields.CONTAINER_STATUSES, containerBytes);
                case PodStatusFields.INIT_CONTAINER_STATUSES ->
                        collect(in, PodStatusFields.INIT_CONTAINER_STATUSES, initContainerBytes);
                case PodStatusFields.NOMINATED_NODE_NAME -> nominated = words.word(in);
                case PodStatusFields.RESOURCE_CLAIM_STATUSES ->
                        claims = ListBuilders.with(claims, JsonMessages.CLAIM_STATUS.read(in));
                case PodStatusFields.EXTENDED_RESOURCE_CLAIM_STATUS ->
                        extended = Optional.of(JsonMessages.EXTENDED_CLAIM_STATUS.read(in));
                case PodStatusFields.ALLOCATED_RESOURCES -> resources.entry(in, allocated);
                case PodStatusFields.RESOURCES -> inForce = Optional.of(resources.requests(in));
                default -> in.skip();
            }
        }
        in.leave(outer);
        return new PodStatus(
                phase,
                nominated,
                started,
                podConditions,
                containers(),
                inForce,
                ResourceList.of(allocated),
                statuses(claims, extended));
    }

    private static PodClaimStatuses statuses(List<Json> claims, Optional<Json.Obj> extended) {
        if (claims.isEmpty() && extended.isEmpty()) {
            return PodClaimStatuses.NONE;
        }
        Json.Obj status = Json.Obj.of("resourceClaimStatuses", new Json.Arr(claims));
        return Decoder.claimStatuses(
                extended.isPresent()
                        ? status.with("extendedResourceClaimStatus", extended.get())
                        : status);
    }

    /// Copies the name and the resources of a container. The other fields differ between pods and
    /// are not needed.
    private static void collect(ProtoReader in, int number, ProtoWriter out) throws IOException {
        int start = out.begin(number);
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case ContainerStatusFields.NAME,
                        ContainerStatusFields.ALLOCATED_RESOURCES,
                        ContainerStatusFields.RESOURCES ->
                        out.copy(in);
                default -> in.skip();
            }
        }
        in.leave(outer);
        out.end(start);
    }

    private List<ContainerStatus> containers() throws IOException {
        // Containers precede init containers, regardless of their order in the message.
        ProtoWriter all =
                containerBytes.raw(initContainerBytes.buffer(), 0, initContainerBytes.size());
        if (all.isEmpty()) {
            return List.of();
        }
        List<ContainerStatus> known = containers.find(all.buffer(), 0, all.size());
        return known != null
                ? known
                : containers.keep(all.buffer(), 0, all.size(), containers(all.reader()));
    }

    /// Returns the statuses that contain resources.
    private List<ContainerStatus> containers(ProtoReader in) throws IOException {
        // Parity: findContainerStatus uses the first of several statuses with the same name, even
        // if it has no resources.
        var byName = new LinkedHashMap<String, ContainerStatus>();
        while (in.field() != 0) {
            ContainerStatus status = container(in);
            byName.putIfAbsent(status.name(), status);
        }
        byName.values().removeIf(ContainerStatus::isEmpty);
        return List.copyOf(byName.values());
    }

    private ContainerStatus container(ProtoReader in) throws IOException {
        String name = "";
        var allocated = new HashMap<String, Quantity>();
        ResourceList requests = ResourceList.NONE;
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case ContainerStatusFields.NAME -> name = words.word(in);
                case ContainerStatusFields.ALLOCATED_RESOURCES -> resources.entry(in, allocated);
                case ContainerStatusFields.RESOURCES -> requests = resources.requests(in);
                default -> in.skip();
            }
        }
        in.leave(outer);
        return new ContainerStatus(
                name, unlessEmpty(requests), unlessEmpty(ResourceList.of(allocated)));
    }

    /// An empty map is not in the message.
    private static Optional<ResourceList> unlessEmpty(ResourceList amounts) {
        return amounts.isEmpty() ? Optional.empty() : Optional.of(amounts);
    }
}
