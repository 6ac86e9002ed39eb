package dev.berth.harness.cases;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;

import java.util.ArrayList;
import java.util.List;

/// The device classes of a case, and the selectors of classes and requests.
final class DeviceClasses {
    static final List<String> NAMES = List.of("gpu", "nic", "any", "fast");

    private static final List<String> SELECTORS =
            List.of(
                    "device.driver == \"gpu.example.com\"",
                    "device.driver == \"nic.example.com\"",
                    "device.attributes[\"gpu.example.com\"].?model.orValue(\"\") == \"a\"",
                    "\"model\" in device.attributes[\"gpu.example.com\"]"
                            + " && device.attributes[\"gpu.example.com\"].model == \"b\"",
                    "device.attributes[\"gpu.example.com\"].?index.orValue(9) < 2",
                    "device.attributes[\"example.com\"].?numa.orValue(0) == 1",
                    "device.capacity[\"gpu.example.com\"].?memory.orValue(quantity(\"0\"))"
                            + ".compareTo(quantity(\"8Gi\")) >= 0",
                    "device.attributes[\"gpu.example.com\"].?version.orValue(semver(\"0.1.0\"))"
                            + ".isGreaterThan(semver(\"1.0.0\"))",
                    "!device.allowMultipleAllocations",
                    "true");

    private static final List<String> BAD_SELECTORS =
            List.of(
                    "device.attributes[\"gpu.example.com\"].nosuch == \"a\"",
                    "1 + 1",
                    "device.nosuch");

    private final SeededRandom random;
    private final List<Obj> objects = new ArrayList<>();

    DeviceClasses(CaseDraft draft) {
        this.random = draft.random;
        for (String name : NAMES) {
            if (!random.chance(4)) {
                objects.add(deviceClass(name));
            }
        }
    }

    List<Obj> objects() {
        return objects;
    }

    private Obj deviceClass(String name) {
        var spec = Obj.builder();
        if (name.equals("gpu") || name.equals("nic")) {
            spec.put(
                    "selectors",
                    new Arr(List.of(selector("device.driver == \"" + name + ".example.com\""))));
        } else if (random.chance(40)) {
            spec.put("selectors", selectors(0));
        }
        if (random.chance(25)) {
            spec.put("config", configs("class-" + name));
        }
        if (random.chance(name.equals("gpu") ? 70 : 15)) {
            spec.put("extendedResourceName", GeneratedDevices.ACCELERATOR);
        }
        var metadata = Obj.builder().put("name", name).put("uid", "class-" + name);
        if (random.chance(50)) {
            metadata.put(
                    "creationTimestamp",
                    random.oneOf("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"));
        }
        return CaseDraft.object("resource.k8s.io/v1", "DeviceClass", metadata.build())
                .put("spec", spec.build())
                .build();
    }

    /// Opaque configurations.
    Arr configs(String name) {
        var configs = new ArrayList<Json>();
        int count = random.few(1, 2);
        for (int i = 0; i < count; i++) {
            configs.add(
                    Obj.of(
                            "opaque",
                            Obj.EMPTY
                                    .with("driver", "gpu.example.com")
                                    .with("parameters", Obj.of("name", Json.of(name + i)))));
        }
        return new Arr(configs);
    }

    /// Some selectors.
    ///
    /// @param bad the probability that a selector fails, in percent
    Arr selectors(int bad) {
        var selectors = new ArrayList<Json>();
        int count = random.few(1, 3);
        for (int i = 0; i < count; i++) {
            selectors.add(selector(random.oneOf(random.chance(bad) ? BAD_SELECTORS : SELECTORS)));
        }
        return new Arr(selectors);
    }

    private static Obj selector(String expression) {
        return Obj.of("cel", Obj.of("expression", Json.of(expression)));
    }
}
