package dev.berth.harness.cases;

import dev.berth.model.WellKnownLabels;
import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;
import dev.berth.model.json.ObjBuilder;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The resource slices of a case, in pools of single nodes and of several nodes.
final class DeviceSlices {
    /// A device that a claim can have.
    record Place(String driver, String pool, String device, boolean shared, Obj content) {}

    static final String GPU = "gpu.example.com";
    static final String NIC = "nic.example.com";
    private static final List<String> TAINT_KEYS = List.of("broken", "example.com/testing");

    private final CaseDraft draft;
    private final SeededRandom random;
    private final List<Obj> objects = new ArrayList<>();
    private final List<Place> places = new ArrayList<>();
    private int created;

    /// The features of the devices of this case; few at a time, so that they meet.
    private final boolean tainted;

    private final boolean shared;
    private final boolean conditions;
    private final boolean partitions;

    DeviceSlices(CaseDraft draft) {
        this.draft = draft;
        this.random = draft.random;
        this.tainted = random.chance(30);
        this.shared = random.chance(30);
        this.conditions = random.chance(15);
        this.partitions = random.chance(25);
        for (String node : draft.nodes) {
            if (random.chance(75)) {
                pool(GPU, node, Map.of("nodeName", Json.of(node)), node);
            }
            if (random.chance(25)) {
                pool(NIC, node, Map.of("nodeName", Json.of(node)), node);
            }
        }
        if (random.chance(35)) {
            pool(NIC, "fabric", Map.of("allNodes", Json.of(true)), "");
        }
        if (random.chance(3)) {
            // One slice only, because the order of errors is not defined.
            Obj invalid = Obj.of("key", Json.of("zone!")).with("operator", "Exists");
            slice(GPU, "zonal", 1, 1, Map.of("nodeSelector", selecting(invalid)), List.of());
        } else if (random.chance(30)) {
            pool(random.oneOf(GPU, NIC), "zonal", Map.of("nodeSelector", zones()), "");
        }
        if (random.chance(25)) {
            pool(GPU, "mixed", Map.of("perDeviceNodeSelection", Json.of(true)), "mixed");
        }
        if (tainted && random.chance(60)) {
            int rules = random.few(1, 2);
            for (int i = 0; i < rules; i++) {
                objects.add(rule("rule-" + i));
            }
        }
    }

    List<Obj> objects() {
        return objects;
    }

    List<Place> places() {
        return places;
    }

    private Obj zones() {
        var terms = new ArrayList<Json>();
        int count = random.chance(90) ? 1 : 2;
        for (int i = 0; i < count; i++) {
            terms.add(Obj.of("matchExpressions", Json.arr(inZone(random.oneOf("In", "NotIn")))));
        }
        return Obj.of("nodeSelectorTerms", new Arr(terms));
    }

    private Obj inZone(String operator) {
        return Obj.of("key", Json.of(WellKnownLabels.ZONE))
                .with("operator", operator)
                .with("values", CaseDraft.texts(List.of(random.oneOf("z1", "z2"))));
    }

    private static Obj selecting(Obj requirement) {
        return Obj.of(
                "nodeSelectorTerms", Json.arr(Obj.of("matchExpressions", Json.arr(requirement))));
    }

    /// @param selection the fields of the spec that select nodes
    /// @param node the node, `mixed` if devices select nodes, or empty
    private void pool(
            String driver, String pool, Map<String, ? extends Json> selection, String node) {
        long generation = random.between(1, 3);
        if (random.chance(8)) {
            // A slice of an older generation.
            slice(driver, pool, generation - 1, 1, selection, devices(driver, node, 0, 2, false));
        }
        boolean counters = partitions && driver.equals(GPU) && random.chance(70);
        int deviceSlices = random.few(1, 2);
        int count = deviceSlices + (counters ? 1 : 0);
        int claimed = random.chance(6) ? count + 1 : count;
        if (counters) {
            Obj set =
                    Obj.of("name", Json.of("set"))
                            .with(
                                    "counters",
                                    Obj.of("memory", value(random.oneOf("16Gi", "24Gi", "32Gi")))
                                            .with("cores", value(random.oneOf("4", "8"))));
            Obj spec = spec(driver, pool, generation, claimed, selection);
            objects.add(slice(spec.with("sharedCounters", Json.arr(set))));
        }
        int first = 0;
        for (int i = 0; i < deviceSlices; i++) {
            int number = random.between(1, 4);
            List<Obj> devices = devices(driver, node, first, number, counters);
            slice(driver, pool, generation, claimed, selection, devices);
            for (Obj device : devices) {
                places.add(
                        new Place(
                                driver,
                                pool,
                                device.textAt("name").orElseThrow(),
                                device.field("allowMultipleAllocations").isPresent(),
                                device));
            }
            // Equal names make the pool invalid.
            first += random.chance(2) ? 0 : number;
        }
    }

    private static Obj value(String amount) {
        return Obj.of("value", Json.of(amount));
    }

    private static Obj spec(
            String driver,
            String pool,
            long generation,
            int count,
            Map<String, ? extends Json> selection) {
        ObjBuilder spec =
                Obj.builder()
                        .put("driver", driver)
                        .put(
                                "pool",
                                Obj.EMPTY
                                        .with("name", pool)
                                        .with("generation", generation)
                                        .with("resourceSliceCount", count));
        selection.forEach(spec::put);
        return spec.build();
    }

    private void slice(
            String driver,
            String pool,
            long generation,
            int count,
            Map<String, ? extends Json> selection,
            List<Obj> devices) {
        Obj spec = spec(driver, pool, generation, count, selection);
        objects.add(slice(spec.with("devices", new Arr(List.copyOf(devices)))));
    }

    private Obj slice(Obj spec) {
        String name = "slice-" + random.oneOf("a", "b", "c") + "-" + created++;
        return CaseDraft.object(
                        "resource.k8s.io/v1",
                        "ResourceSlice",
                        Obj.of("name", Json.of(name)).with("uid", name))
                .put("spec", spec)
                .build();
    }

    private List<Obj> devices(String driver, String node, int first, int count, boolean counters) {
        var devices = new ArrayList<Obj>();
        for (int i = first; i < first + count; i++) {
            devices.add(device("dev-" + i, i, driver, node, counters));
        }
        return devices;
    }

    private Obj device(String name, int index, String driver, String node, boolean counters) {
        var device = Obj.builder().put("name", name);
        device.putUnlessEmpty("attributes", attributes(driver, index));
        if (shared && random.chance(60)) {
            device.put("allowMultipleAllocations", true)
                    .put("capacity", Obj.of("memory", sharedMemory()));
        } else if (random.chance(60)) {
            device.put("capacity", Obj.of("memory", value(random.oneOf("4Gi", "8Gi", "16Gi"))));
        }
        if (counters && random.chance(85)) {
            Obj amounts = Obj.of("memory", value(random.oneOf("4Gi", "8Gi", "16Gi")));
            device.put(
                    "consumesCounters",
                    Json.arr(
                            Obj.of("counterSet", Json.of(random.chance(2) ? "other" : "set"))
                                    .with(
                                            "counters",
                                            random.chance(50)
                                                    ? amounts.with("cores", value("2"))
                                                    : amounts)));
        }
        if (node.equals("mixed")) {
            switch (random.between(0, 3)) {
                case 0 -> device.put("allNodes", true);
                case 1 -> device.put("nodeSelector", selecting(inZone("In")));
                default -> device.put("nodeName", draft.anyNode());
            }
        }
        if (tainted && random.chance(30)) {
            device.put("taints", Json.arr(taint()));
        }
        if (random.chance(4)) {
            device.put("bindsToNode", true);
        }
        if (conditions && random.chance(50)) {
            device.put("bindingConditions", CaseDraft.texts(List.of("attached")))
                    .put("bindingFailureConditions", CaseDraft.texts(List.of("failed")));
        }
        return device.build();
    }

    private Obj sharedMemory() {
        Obj memory = value(random.oneOf("8Gi", "16Gi", "10"));
        var policy = Obj.builder();
        switch (random.between(0, 3)) {
            case 0 -> {
                return memory;
            }
            case 1 ->
                    policy.put("default", "4Gi")
                            .put(
                                    "validRange",
                                    Obj.EMPTY
                                            .with("min", "1Gi")
                                            .with("max", "12Gi")
                                            .with("step", random.oneOf("1Gi", "3Gi")));
            case 2 ->
                    policy.put("default", "1")
                            .put("validRange", Obj.EMPTY.with("min", "1").with("step", "1"));
            default ->
                    policy.put("default", "2Gi")
                            .put(
                                    "validValues",
                                    CaseDraft.texts(List.of("1Gi", "2Gi", "4Gi", "8Gi")));
        }
        return memory.with("requestPolicy", policy.build());
    }

    private Obj attributes(String driver, int index) {
        var attributes = Obj.builder();
        if (random.chance(85)) {
            attributes.put("model", Obj.of("string", Json.of(random.oneOf("a", "a", "b"))));
        }
        if (random.chance(85)) {
            attributes.put("index", Obj.of("int", Json.of(index)));
        }
        if (random.chance(40)) {
            attributes.put("version", Obj.of("version", Json.of(random.oneOf("1.0.0", "1.2.3"))));
        }
        if (random.chance(70)) {
            attributes.put("example.com/numa", Obj.of("int", Json.of(random.between(0, 1))));
        }
        if (random.chance(20)) {
            attributes.put("example.com/healthy", Obj.of("bool", Json.of(random.chance(70))));
        }
        if (random.chance(15)) {
            attributes.put(driver + "/rack", Obj.of("string", Json.of(random.oneOf("r1", "r2"))));
        }
        if (random.chance(3)) {
            attributes.put("links", Obj.of("strings", CaseDraft.texts(List.of("l1", "l2"))));
        }
        return attributes.build();
    }

    private Obj taint() {
        Obj taint =
                Obj.of("key", Json.of(random.oneOf(TAINT_KEYS)))
                        .with("effect", random.oneOf("NoSchedule", "NoExecute", "None"));
        return random.chance(50) ? taint.with("value", "yes") : taint;
    }

    /// Some tolerations of device taints.
    Arr tolerations() {
        var tolerations = new ArrayList<Json>();
        int count = tainted && random.chance(50) ? random.few(1, 2) : 0;
        for (int i = 0; i < count; i++) {
            var toleration = Obj.builder();
            if (random.chance(80)) {
                toleration.put("key", random.oneOf(TAINT_KEYS));
            }
            String operator = random.oneOf("Exists", "Exists", "Equal");
            toleration.put("operator", operator);
            if (operator.equals("Equal")) {
                toleration.putUnlessEmpty("value", random.oneOf("", "yes"));
            }
            toleration.putUnlessEmpty("effect", random.oneOf("", "NoSchedule", "NoExecute"));
            tolerations.add(toleration.build());
        }
        return new Arr(tolerations);
    }

    private Obj rule(String name) {
        var selector = Obj.builder();
        if (random.chance(60)) {
            selector.put("driver", random.oneOf(GPU, NIC));
        }
        if (random.chance(40)) {
            selector.put("pool", draft.anyNode());
        }
        if (random.chance(40)) {
            selector.put("device", random.oneOf("dev-0", "dev-1"));
        }
        var spec = Obj.builder();
        if (random.chance(90)) {
            spec.put("deviceSelector", selector.build());
        }
        spec.put("taint", taint().with("timeAdded", "2026-01-01T00:00:00Z"));
        return CaseDraft.object(
                        "resource.k8s.io/v1", "DeviceTaintRule", Obj.of("name", Json.of(name)))
                .put("spec", spec.build())
                .build();
    }
}
