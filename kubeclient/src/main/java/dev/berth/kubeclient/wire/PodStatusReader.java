package dev.berth.kubeclient.wire;

import dev.berth.model.Condition;
import dev.berth.model.ContainerStatus;
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
    private static final int CONTAINERS = 8;
    private static final int INIT_CONTAINERS = 10;

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
                case 1 -> phase = words.word(in);
                case 2 -> podConditions = ListBuilders.with(podConditions, conditions.read(in));
                case 7 -> started = in.time();
                case CONTAINERS -> collect(in, CONTAINERS, containerBytes);
                case INIT_CONTAINERS -> collect(in, INIT_CONTAINERS, initContainerBytes);
                case 11 -> nominated = words.word(in);
                case 15 -> claims = ListBuilders.with(claims, JsonMessages.CLAIM_STATUS.read(in));
                case 18 -> extended = Optional.of(JsonMessages.EXTENDED_CLAIM_STATUS.read(in));
                case 19 -> resources.entry(in, allocated);
                case 20 -> inForce = Optional.of(resources.requests(in));
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
                texts(claims, extended));
    }

    private static List<String> texts(List<Json> claims, Optional<Json.Obj> extended) {
        List<String> texts = List.of();
        if (!claims.isEmpty()) {
            texts = ListBuilders.with(texts, new Json.Arr(claims).text());
        }
        return extended.isPresent() ? ListBuilders.with(texts, extended.get().text()) : texts;
    }

    /// Copies the name and the resources of a container. The other fields differ between pods and
    /// are not needed.
    private static void collect(ProtoReader in, int number, ProtoWriter out) throws IOException {
        int start = out.begin(number);
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1, 10, 11 -> out.copy(in);
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
        // Parity: PodRequests uses the last of several statuses with the same name, even if it has
        // no resources.
        var byName = new LinkedHashMap<String, ContainerStatus>();
        while (in.field() != 0) {
            ContainerStatus status = container(in);
            byName.put(status.name(), status);
        }
        byName.values().removeIf(status -> status.requests().isEmpty());
        return List.copyOf(byName.values());
    }

    private ContainerStatus container(ProtoReader in) throws IOException {
        String name = "";
        var allocated = new HashMap<String, Quantity>();
        Optional<ResourceList> inForce = Optional.empty();
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case 1 -> name = words.word(in);
                case 10 -> resources.entry(in, allocated);
                case 11 -> inForce = Optional.of(resources.requests(in));
                default -> in.skip();
            }
        }
        in.leave(outer);
        return new ContainerStatus(name, inForce, ResourceList.of(allocated));
    }
}
