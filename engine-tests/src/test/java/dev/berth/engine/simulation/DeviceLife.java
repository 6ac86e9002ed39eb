package dev.berth.engine.simulation;

import dev.berth.controlplane.store.DeleteRequest;
import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Patch;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.model.PodClaim;
import dev.berth.model.PodClaimStatuses;
import dev.berth.model.Quantity;
import dev.berth.model.device.AllocatedDevice;
import dev.berth.model.device.ClaimConsumer;
import dev.berth.model.device.ResourceClaim;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Devices, claims and taints that come and go, the drivers and the claim controller, and the
/// invariant of the devices.
///
/// A device keeps its capacity and its counters whenever it is published, so that the invariant
/// does not depend on which version of a slice the scheduler has seen.
final class DeviceLife {
    private static final String GPUS = "gpu.example.com";
    private static final String PARTS = "part.example.com";
    private static final String NETS = "net.example.com";
    private static final int NODES = 7;
    private static final int CLAIMS = 8;
    private static final int CAPACITY = 10;
    private static final Map<String, Integer> PART_MEMORY = Map.of("p0", 4, "p1", 4, "p2", 6);

    private static final List<String> REQUESTS =
            List.of(
                    exactly("gpu", "'allocationMode': 'ExactCount', 'count': 1"),
                    exactly("gpu", "'allocationMode': 'ExactCount', 'count': 2"),
                    exactly("gpu", "'allocationMode': 'All'"),
                    exactly(
                            "gpu",
                            "'allocationMode': 'ExactCount', 'count': 1, 'tolerations':"
                                    + " [{'operator': 'Exists'}]"),
                    exactly(
                            "shared",
                            "'allocationMode': 'ExactCount', 'count': 1, 'capacity': {'requests':"
                                    + " {'milli': '3'}}"),
                    exactly(
                            "shared",
                            "'allocationMode': 'ExactCount', 'count': 1, 'capacity': {'requests':"
                                    + " {'milli': '6'}}"),
                    exactly("part", "'allocationMode': 'ExactCount', 'count': 1"),
                    exactly("part", "'allocationMode': 'ExactCount', 'count': 2"),
                    "{'name': 'r', 'firstAvailable': [{'name': 'two', 'deviceClassName': 'part',"
                            + " 'allocationMode': 'ExactCount', 'count': 2}, {'name': 'one',"
                            + " 'deviceClassName': 'gpu', 'allocationMode': 'ExactCount', 'count':"
                            + " 1}]}",
                    exactly("net", "'allocationMode': 'ExactCount', 'count': 1"));

    private final Choices choices;
    private final Store store;
    private final Consumer<String> note;
    private boolean calm;
    private int generation = 1;

    DeviceLife(Choices choices, Store store, Consumer<String> note) {
        this.choices = choices;
        this.store = store;
        this.note = note;
    }

    private static String exactly(String deviceClass, String more) {
        return "{'name': 'r', 'exactly': {'deviceClassName': '%s', %s}}"
                .formatted(deviceClass, more);
    }

    private static Json.Obj object(String kind, String name, String rest) {
        return json(
                ("{'apiVersion': 'resource.k8s.io/v1', 'kind': '%s', 'metadata': {'name':"
                                + " '%s'}, %s}")
                        .formatted(kind, name, rest));
    }

    private static Json.Obj json(String text) {
        return (Json.Obj) Json.parse(text.replace('\'', '"'));
    }

    void begin() {
        deviceClass("gpu", "device.driver == \\\"%s\\\" && !device.allowMultipleAllocations", GPUS);
        deviceClass(
                "shared", "device.driver == \\\"%s\\\" && device.allowMultipleAllocations", GPUS);
        deviceClass("part", "device.driver == \\\"%s\\\"", PARTS);
        deviceClass("net", "device.driver == \\\"%s\\\"", NETS);
        for (int node = 0; node < NODES; node++) {
            publish(node);
        }
    }

    private void deviceClass(String name, String selector, String driver) {
        store.create(
                        object(
                                "DeviceClass",
                                name,
                                "'spec': {'selectors': [{'cel': {'expression': '%s'}}]}"
                                        .formatted(selector.formatted(driver))))
                .orThrow();
    }

    /// The references of a new pod to claims. No claim is named twice, because such a pod cannot be
    /// bound.
    List<Json> references() {
        var references = new ArrayList<Json>();
        for (int i = choices.between(1, 2); i > 0; i--) {
            Json.Obj reference = Json.Obj.of("name", Json.of("ref-" + i));
            references.add(
                    choices.percent(50)
                            ? reference.with(
                                    "resourceClaimTemplateName",
                                    "template-" + choices.below(REQUESTS.size()))
                            : reference.with(
                                    "resourceClaimName",
                                    "claim-" + (choices.below(CLAIMS / 2) * 2 + i - 1)));
        }
        return references;
    }

    void change() {
        switch (choices.below(10)) {
            case 0, 1, 2 -> changeClaim("claim-" + choices.below(CLAIMS));
            case 3, 4 -> changePools(choices.below(NODES));
            case 5 -> changeRule("rule-" + choices.below(2));
            case 6 -> drive(choices.below(3));
            default -> control();
        }
    }

    private void changeClaim(String name) {
        Optional<ObjectVersion> present = store.find(Kind.RESOURCE_CLAIM, "default", name);
        if (present.isPresent()) {
            store.delete(Kind.RESOURCE_CLAIM, "default", name, DeleteRequest.NOW);
            note.accept("delete " + name);
            if (choices.percent(50)) {
                return;
            }
        }
        if (store.find(Kind.RESOURCE_CLAIM, "default", name).isEmpty()) {
            create(name, choices.below(REQUESTS.size()), Optional.empty());
        }
    }

    private void create(String name, int request, Optional<Pod> owner) {
        Json.Obj claim =
                object(
                        "ResourceClaim",
                        name,
                        "'spec': {'devices': {'requests': [%s]}}".formatted(REQUESTS.get(request)));
        Json.Obj meta = claim.objAt("metadata").orElseThrow().with("namespace", "default");
        if (owner.isPresent()) {
            meta =
                    meta.with(
                            "ownerReferences",
                            Json.arr(
                                    json(
                                            ("{'apiVersion': 'v1', 'kind': 'Pod', 'name': '%s',"
                                                            + " 'uid': '%s', 'controller': true}")
                                                    .formatted(
                                                            owner.get().name(),
                                                            owner.get().uid()))));
        }
        store.create(claim.with("metadata", meta)).orThrow();
        note.accept("create " + name + " request " + request);
    }

    /// Publishes new generations of a node's pools, or withdraws slices.
    private void changePools(int node) {
        if (choices.percent(30)) {
            List<ObjectVersion> slices = all(Kind.RESOURCE_SLICE);
            if (!slices.isEmpty()) {
                String name = slices.get(choices.below(slices.size())).name();
                store.delete(Kind.RESOURCE_SLICE, "", name, DeleteRequest.NOW);
                note.accept("delete " + name);
            }
            return;
        }
        publish(node);
    }

    private void publish(int node) {
        generation++;
        String name = "node-" + node;
        String taint =
                choices.percent(15) ? ", 'taints': [{'key': 'sick', 'effect': 'NoSchedule'}]" : "";
        slice(
                name + "-gpus",
                name,
                GPUS,
                1,
                "'nodeName': '%s', 'devices': [{'name': 'g0'%s}, {'name': 'g1'}, {'name': 's0', 'allowMultipleAllocations': true, 'capacity': {'milli': {'value': '%d'}}}]"
                        .formatted(name, taint, CAPACITY));
        slice(
                name + "-sets",
                name,
                PARTS,
                2,
                "'nodeName': '%s', 'sharedCounters': [{'name': 'set', 'counters': {'memory': {'value': '%d'}}}]"
                        .formatted(name, CAPACITY));
        var parts = new ArrayList<String>();
        for (String part : List.of("p0", "p1", "p2")) {
            parts.add(
                    "{'name': '%s', 'consumesCounters': [{'counterSet': 'set', 'counters': {'memory': {'value': '%d'}}}]}"
                            .formatted(part, PART_MEMORY.get(part)));
        }
        slice(
                name + "-parts",
                name,
                PARTS,
                2,
                "'nodeName': '%s', 'devices': [%s]".formatted(name, String.join(", ", parts)));
        slice(
                "nets",
                "nets",
                NETS,
                1,
                "'allNodes': true, 'devices': [{'name': 'n0', 'bindingConditions': ['ready'],"
                        + " 'bindingFailureConditions': ['failed']}, {'name': 'n1'}]");
        note.accept("publish " + name + " generation " + generation + taint);
    }

    private void slice(String name, String pool, String driver, int count, String spec) {
        store.delete(Kind.RESOURCE_SLICE, "", name, DeleteRequest.NOW);
        store.create(
                        object(
                                "ResourceSlice",
                                name,
                                "'spec': {'driver': '%s', 'pool': {'name': '%s', 'generation': %d, 'resourceSliceCount': %d}, %s}"
                                        .formatted(driver, pool, generation, count, spec)))
                .orThrow();
    }

    private void changeRule(String name) {
        if (store.find(Kind.DEVICE_TAINT_RULE, "", name).isPresent()) {
            store.delete(Kind.DEVICE_TAINT_RULE, "", name, DeleteRequest.NOW);
            note.accept("delete " + name);
        } else {
            String pool = "node-" + choices.below(NODES);
            store.create(
                            object(
                                    "DeviceTaintRule",
                                    name,
                                    "'spec': {'deviceSelector': {'pool': '%s'}, 'taint': {'key': 'maintenance', 'effect': 'NoSchedule'}}"
                                            .formatted(pool)))
                    .orThrow();
            note.accept("create " + name + " for " + pool);
        }
    }

    /// The driver sets the conditions of devices: true, failed, or not at all.
    private int drive(int outcome) {
        int changes = 0;
        for (ObjectVersion version : all(Kind.RESOURCE_CLAIM)) {
            var claim = (ResourceClaim) version.typed();
            boolean waits =
                    claim.devices().isEmpty()
                            && claim.allocation().stream()
                                    .flatMap(allocation -> allocation.devices().stream())
                                    .anyMatch(each -> each.bindingConditions().isPresent());
            if (waits && outcome < 2) {
                AllocatedDevice device = claim.allocation().orElseThrow().devices().getFirst();
                patch(
                        version,
                        json(
                                "{'devices': [{'driver': '%s', 'pool': '%s', 'device': '%s', 'conditions': [{'type': '%s', 'status': 'True', 'reason': 'Driver', 'message': '', 'lastTransitionTime': '2026-01-01T00:00:00Z'}]}]}"
                                        .formatted(
                                                device.id().driver(),
                                                device.id().pool(),
                                                device.id().device(),
                                                outcome == 0 ? "ready" : "failed")));
                note.accept("driver of " + version.name() + " " + outcome);
                changes++;
            }
        }
        return changes;
    }

    private void patch(ObjectVersion version, Json.Obj status) {
        store.patch(version, new Patch.Merge(Json.Obj.of("status", status)), WriteScope.STATUS)
                .orThrow();
    }

    /// No more failures: the driver and the claim controller do their work from now on.
    void calmDown() {
        calm = true;
        for (ObjectVersion rule : all(Kind.DEVICE_TAINT_RULE)) {
            store.delete(Kind.DEVICE_TAINT_RULE, "", rule.name(), DeleteRequest.NOW);
        }
        for (int node = 0; node < NODES; node++) {
            publish(node);
        }
    }

    /// The work of the driver and the controller when nothing fails; returns the number of changes.
    int settle() {
        return calm ? drive(0) + control() : 0;
    }

    /// What the claim controller does: it creates the claims of pods, ends the reservations of pods
    /// that are gone, and releases the devices of claims that no pod uses.
    private int control() {
        int changes = 0;
        for (ObjectVersion version : all(Kind.POD)) {
            changes += generate((Pod) version.typed(), version);
        }
        for (ObjectVersion version : all(Kind.RESOURCE_CLAIM)) {
            changes += release(version, (ResourceClaim) version.typed());
        }
        if (changes > 0) {
            note.accept("claim controller " + changes);
        }
        return changes;
    }

    private int generate(Pod pod, ObjectVersion version) {
        if (pod.terminating() || pod.status().finished()) {
            return 0;
        }
        var statuses = new ArrayList<Json>();
        for (PodClaim reference : pod.template().parts().claims()) {
            if (!reference.templateName().isEmpty()) {
                String name = "%s-%s-%s".formatted(pod.name(), reference.name(), short_(pod.uid()));
                if (store.find(Kind.RESOURCE_CLAIM, "default", name).isEmpty()) {
                    create(
                            name,
                            Integer.parseInt(
                                    reference.templateName().substring("template-".length())),
                            Optional.of(pod));
                }
                statuses.add(
                        Json.Obj.of("name", Json.of(reference.name()))
                                .with("resourceClaimName", name));
            }
        }
        PodClaimStatuses known = pod.status().claimStatuses();
        if (known.generated().size() == statuses.size()) {
            return 0;
        }
        store.patch(
                        version,
                        new Patch.Merge(
                                Json.Obj.of(
                                        "status",
                                        Json.Obj.of(
                                                "resourceClaimStatuses", new Json.Arr(statuses)))),
                        WriteScope.STATUS)
                .orThrow();
        return 1;
    }

    private static String short_(String uid) {
        return Integer.toHexString(uid.hashCode());
    }

    private int release(ObjectVersion version, ResourceClaim claim) {
        List<ClaimConsumer> left =
                claim.reservedFor().stream().filter(each -> isAlive(each.uid())).toList();
        boolean released = left.size() < claim.reservedFor().size();
        boolean terminating = claim.meta().deleted().isPresent();
        boolean ownerGone =
                claim.meta().controller().filter(owner -> !isAlive(owner.uid())).isPresent();
        if (ownerGone && !terminating) {
            store.delete(Kind.RESOURCE_CLAIM, "default", version.name(), DeleteRequest.NOW);
            return 1;
        }
        boolean deallocate =
                left.isEmpty() && claim.allocation().isPresent() && (released || terminating);
        if (deallocate) {
            patch(version, json("{'reservedFor': null, 'allocation': null, 'devices': null}"));
            return 1;
        }
        if (released) {
            var kept = new ArrayList<Json>();
            left.forEach(each ->
                    kept.add(
                            json(
                                    "{'resource': 'pods', 'name': '%s', 'uid': '%s'}"
                                            .formatted(each.name(), each.uid()))));
            patch(version, Json.Obj.of("reservedFor", new Json.Arr(kept)));
            return 1;
        }
        if (terminating && claim.allocation().isEmpty() && !claim.meta().finalizers().isEmpty()) {
            store.patch(
                            version,
                            new Patch.Merge(json("{'metadata': {'finalizers': null}}")),
                            WriteScope.MAIN)
                    .orThrow();
            return 1;
        }
        return 0;
    }

    private boolean isAlive(String podUid) {
        return all(Kind.POD).stream()
                .map(version -> (Pod) version.typed())
                .anyMatch(pod ->
                        pod.uid().equals(podUid)
                                && !pod.status().finished()
                                && (pod.assigned() || !pod.terminating()));
    }

    private List<ObjectVersion> all(Kind kind) {
        return store.list(ObjectSelection.of(kind)).objects();
    }

    /// S4: no device is allocated twice, no shared device and no counter beyond its capacity. Only
    /// the objects in the API server count.
    void check() {
        Map<String, String> owners = new HashMap<>();
        Map<String, Quantity> consumed = new HashMap<>();
        Map<String, Integer> counters = new HashMap<>();
        for (ObjectVersion version : all(Kind.RESOURCE_CLAIM)) {
            var claim = (ResourceClaim) version.typed();
            if (claim.allocation().isEmpty()) {
                continue;
            }
            for (AllocatedDevice device : claim.allocation().get().devices()) {
                String id = device.id().toString();
                if (device.shareId().isPresent()) {
                    Quantity sum =
                            consumed.merge(
                                    id,
                                    device.consumedCapacity()
                                            .orElseThrow()
                                            .values()
                                            .iterator()
                                            .next(),
                                    Quantity::add);
                    if (sum.compareTo(Quantity.of(CAPACITY)) > 0) {
                        throw new Violation("S4", id + " has the capacity 10, consumed are " + sum);
                    }
                    continue;
                }
                String other = owners.put(id, claim.key());
                if (other != null) {
                    throw new Violation(
                            "S4", "%s is allocated to %s and %s".formatted(id, other, claim.key()));
                }
                if (device.id().driver().equals(PARTS)) {
                    int sum =
                            counters.merge(
                                    device.id().pool(),
                                    PART_MEMORY.getOrDefault(device.id().device(), 0),
                                    Integer::sum);
                    if (sum > CAPACITY) {
                        throw new Violation(
                                "S4",
                                "the counter of %s is 10, consumed are %d"
                                        .formatted(device.id().pool(), sum));
                    }
                }
            }
        }
        checkReservations();
    }

    /// A pod with claims is bound only after they are allocated and reserved for it.
    private void checkReservations() {
        for (ObjectVersion version : all(Kind.POD)) {
            var pod = (Pod) version.typed();
            if (!pod.assigned() || pod.status().finished() || pod.terminating()) {
                continue;
            }
            for (PodClaim reference : pod.template().parts().claims()) {
                Optional<String> name =
                        reference.claimName().isEmpty()
                                ? pod.status()
                                        .claimStatuses()
                                        .of(reference.name())
                                        .flatMap(PodClaimStatuses.Generated::claimName)
                                : Optional.of(reference.claimName());
                boolean reserved =
                        name.flatMap(each -> store.find(Kind.RESOURCE_CLAIM, "default", each))
                                .map(found -> (ResourceClaim) found.typed())
                                .filter(claim -> claim.allocation().isPresent())
                                .filter(claim -> claim.reservedFor(pod.uid()))
                                .isPresent();
                if (!reserved) {
                    throw new Violation(
                            "S4", "%s is bound without %s".formatted(pod.key(), name.orElse("?")));
                }
            }
        }
    }

    /// The number of bound pods with claims.
    int boundPods() {
        return (int)
                all(Kind.POD).stream()
                        .map(version -> (Pod) version.typed())
                        .filter(Pod::assigned)
                        .filter(pod -> !pod.template().parts().claims().isEmpty())
                        .count();
    }
}
