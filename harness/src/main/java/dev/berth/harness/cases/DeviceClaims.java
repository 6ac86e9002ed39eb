package dev.berth.harness.cases;

import dev.berth.harness.cases.DeviceSlices.Place;
import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The resource claims of a case, and their use by pods.
final class DeviceClaims {
    private static final List<String> ATTRIBUTES =
            List.of(
                    "gpu.example.com/model",
                    "gpu.example.com/index",
                    "example.com/numa",
                    "example.com/numa",
                    "gpu.example.com/version",
                    "gpu.example.com/links");

    private final CaseDraft draft;
    private final SeededRandom random;
    private final DeviceSlices slices;
    private final DeviceClasses classes;
    private final List<Obj> objects = new ArrayList<>();
    private final Map<String, List<String>> sharedByNamespace = new HashMap<>();
    private final List<Place> free;
    private int shares;

    DeviceClaims(CaseDraft draft, DeviceSlices slices, DeviceClasses classes) {
        this.draft = draft;
        this.random = draft.random;
        this.slices = slices;
        this.classes = classes;
        this.free = new ArrayList<>(slices.places());
        int others = random.few(0, 4);
        for (int i = 0; i < others; i++) {
            // Claims of other pods, which occupy devices.
            Obj claim = claim("blue", "other-" + i, Obj.EMPTY);
            objects.add(allocated(claim, "uid-elsewhere-" + i));
        }
    }

    List<Obj> objects() {
        return objects;
    }

    /// The pod with claims.
    Obj addTo(Obj pod) {
        String namespace = pod.textAt("metadata", "namespace").orElseThrow();
        String name = pod.textAt("metadata", "name").orElseThrow();
        var references = new ArrayList<Json>();
        var statuses = new ArrayList<Json>();
        int count = random.few(1, 3);
        for (int i = 0; i < count; i++) {
            String reference = "ref-" + i;
            if (random.chance(35)) {
                references.add(
                        Obj.of("name", Json.of(reference))
                                .with("resourceClaimTemplateName", "template"));
                generated(namespace, name, reference, statuses);
            } else {
                references.add(
                        Obj.of("name", Json.of(reference))
                                .with("resourceClaimName", named(namespace, name, i)));
            }
        }
        Obj changed = pod.withAt(List.of("spec", "resourceClaims"), new Arr(references));
        return statuses.isEmpty()
                ? changed
                : changed.withAt(List.of("status", "resourceClaimStatuses"), new Arr(statuses));
    }

    private void generated(String namespace, String pod, String reference, List<Json> statuses) {
        if (random.chance(4)) {
            return;
        }
        Obj status = Obj.of("name", Json.of(reference));
        if (random.chance(4)) {
            statuses.add(status);
            return;
        }
        String name = pod + "-" + reference + "-x";
        statuses.add(status.with("resourceClaimName", name));
        if (random.chance(96)) {
            String owner = random.chance(96) ? "uid-" + pod : "uid-other";
            Obj owned =
                    Obj.EMPTY
                            .with("apiVersion", "v1")
                            .with("kind", "Pod")
                            .with("name", pod)
                            .with("uid", owner)
                            .with("controller", true);
            Obj claim = claim(namespace, name, Obj.of("ownerReferences", Json.arr(owned)));
            objects.add(random.chance(12) ? allocated(claim, "uid-" + pod) : claim);
        }
    }

    private String named(String namespace, String pod, int index) {
        List<String> shared =
                sharedByNamespace.computeIfAbsent(namespace, any -> new ArrayList<>());
        if (!shared.isEmpty() && random.chance(30)) {
            return random.oneOf(shared);
        }
        String name = pod + "-claim-" + index;
        if (random.chance(97)) {
            shared.add(name);
            Obj claim = claim(namespace, name, Obj.EMPTY);
            objects.add(
                    random.chance(25)
                            ? allocated(claim, random.oneOf("uid-" + pod, "uid-other", ""))
                            : claim);
        }
        return name;
    }

    private Obj claim(String namespace, String name, Obj more) {
        Obj metadata =
                Obj.of("name", Json.of(name))
                        .with("namespace", namespace)
                        .with("uid", "uid-" + namespace + "-" + name);
        for (Map.Entry<String, Json> field : more.fields().entrySet()) {
            metadata = metadata.with(field.getKey(), field.getValue());
        }
        if (random.chance(2)) {
            metadata = metadata.with("deletionTimestamp", "2026-02-01T00:00:00Z");
        }
        var requests = new ArrayList<Json>();
        int count = random.chance(3) ? 0 : random.few(1, 3);
        for (int i = 0; i < count; i++) {
            requests.add(request("r" + i));
        }
        var devices = Obj.builder().putUnlessEmpty("requests", new Arr(requests));
        if (random.chance(30)) {
            devices.put("constraints", constraints(count));
        }
        if (random.chance(20)) {
            devices.put("config", configs(count));
        }
        return CaseDraft.object("resource.k8s.io/v1", "ResourceClaim", metadata)
                .put("spec", Obj.of("devices", devices.build()))
                .build();
    }

    private Obj request(String name) {
        Obj request = Obj.of("name", Json.of(name));
        if (random.chance(25)) {
            var alternatives = new ArrayList<Json>();
            int count = random.between(1, 3);
            for (int i = 0; i < count; i++) {
                alternatives.add(exact(Obj.of("name", Json.of("s" + i)), random.chance(6)));
            }
            return request.with("firstAvailable", new Arr(alternatives));
        }
        Obj exactly = exact(Obj.EMPTY, random.chance(6));
        if (random.chance(8)) {
            exactly = exactly.with("adminAccess", random.chance(85));
        }
        return request.with("exactly", exactly);
    }

    private Obj exact(Obj begun, boolean unusual) {
        String deviceClass =
                random.chance(1) ? "gone" : random.oneOf("gpu", "gpu", "gpu", "nic", "any", "fast");
        Obj request = begun.with("deviceClassName", deviceClass);
        if (random.chance(25)) {
            request = request.with("selectors", classes.selectors(2));
        }
        if (random.chance(12)) {
            request = request.with("allocationMode", "All");
        } else {
            long count = unusual ? random.oneOf(5, 17, 32, 33) : random.few(1, 3);
            request = request.with("allocationMode", "ExactCount").with("count", count);
        }
        Arr tolerations = slices.tolerations();
        if (!tolerations.equals(Arr.EMPTY)) {
            request = request.with("tolerations", tolerations);
        }
        if (random.chance(15)) {
            String amount =
                    random.oneOf("1", "500m", "1Gi", "1500Mi", "3Gi", "4Gi", "10Gi", "1500u");
            request =
                    request.with(
                            "capacity",
                            Obj.of(
                                    "requests",
                                    Obj.of(
                                            random.chance(95) ? "memory" : "bandwidth",
                                            Json.of(amount))));
        }
        return request;
    }

    private List<String> names(int requests) {
        var names = new ArrayList<String>();
        for (int i = 0; i < requests; i++) {
            names.add("r" + i);
            if (random.chance(30)) {
                names.add("r" + i + "/s0");
            }
        }
        return names;
    }

    private Arr constraints(int requests) {
        var constraints = new ArrayList<Json>();
        int count = random.few(1, 2);
        for (int i = 0; i < count; i++) {
            var constraint = Obj.builder();
            if (random.chance(40)) {
                constraint.put(
                        "requests",
                        CaseDraft.texts(random.some(names(requests), random.few(1, 3))));
            }
            constraint.put(
                    random.chance(65) ? "matchAttribute" : "distinctAttribute",
                    random.oneOf(ATTRIBUTES));
            constraints.add(constraint.build());
        }
        return new Arr(constraints);
    }

    private Arr configs(int requests) {
        var configs = new ArrayList<Json>();
        if (classes.configs("claim") instanceof Arr(List<Json> contents)) {
            for (Json content : contents) {
                configs.add(
                        random.chance(50) && content instanceof Obj config
                                ? config.with(
                                        "requests",
                                        CaseDraft.texts(
                                                random.some(names(requests), random.few(1, 3))))
                                : content);
            }
        }
        return new Arr(configs);
    }

    /// The claim with devices.
    ///
    /// @param consumer the UID of the pod that it is reserved for, or empty
    private Obj allocated(Obj claim, String consumer) {
        var results = new ArrayList<Json>();
        int count = random.few(1, 3);
        var statuses = new ArrayList<Json>();
        for (int i = 0; i < count && !free.isEmpty(); i++) {
            Place place = random.oneOf(free);
            if (!place.shared()) {
                free.remove(place);
            }
            Obj id =
                    Obj.of("driver", Json.of(place.driver()))
                            .with("pool", place.pool())
                            .with("device", place.device());
            results.add(result(id, place));
            if (place.content().field("bindingConditions").isPresent() && random.chance(70)) {
                statuses.add(id.with("conditions", conditions()));
            }
        }
        Obj devices =
                results.isEmpty() ? Obj.EMPTY : Obj.of("results", new Arr(List.copyOf(results)));
        Obj allocation = Obj.of("devices", devices);
        if (!draft.nodes.isEmpty() && random.chance(75)) {
            allocation = allocation.with("nodeSelector", onlyOn(draft.anyNode()));
        }
        if (random.chance(50)) {
            allocation = allocation.with("allocationTimestamp", "2026-01-01T00:00:00Z");
        }
        Obj status = Obj.of("allocation", allocation);
        if (!consumer.isEmpty()) {
            Obj reference =
                    Obj.of("resource", Json.of("pods")).with("name", "x").with("uid", consumer);
            status = status.with("reservedFor", Json.arr(reference));
        }
        if (!statuses.isEmpty()) {
            status = status.with("devices", new Arr(statuses));
        }
        return claim.with("status", status);
    }

    private Obj result(Obj id, Place place) {
        Obj result = id.with("request", "r0");
        if (random.chance(8)) {
            result = result.with("adminAccess", true);
        }
        if (place.shared()) {
            result = result.with("shareID", "share-" + shares++);
            if (random.chance(90)) {
                result =
                        result.with(
                                "consumedCapacity",
                                Obj.of("memory", Json.of(random.oneOf("1", "1Gi", "4Gi", "8Gi"))));
            }
        }
        if (place.content().field("bindingConditions").isPresent()) {
            result =
                    result.with("bindingConditions", CaseDraft.texts(List.of("attached")))
                            .with("bindingFailureConditions", CaseDraft.texts(List.of("failed")));
        }
        return result;
    }

    private Arr conditions() {
        Obj condition =
                Obj.of("type", Json.of(random.oneOf("attached", "attached", "failed")))
                        .with("status", random.oneOf("True", "True", "False"))
                        .with("reason", "Reported")
                        .with("message", "by the driver")
                        .with("lastTransitionTime", "2026-01-01T00:00:00Z");
        return Json.arr(condition);
    }

    private static Obj onlyOn(String node) {
        Obj requirement =
                Obj.of("key", Json.of("metadata.name"))
                        .with("operator", "In")
                        .with("values", CaseDraft.texts(List.of(node)));
        return Obj.of("nodeSelectorTerms", Json.arr(Obj.of("matchFields", Json.arr(requirement))));
    }
}
