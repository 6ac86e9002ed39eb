package dev.berth.harness.cases;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;

import java.util.ArrayList;
import java.util.List;

/// Devices of a case: classes, slices and claims, and the pods that use them.
final class GeneratedDevices implements DeviceGenerator {
    static final String ACCELERATOR = "example.com/accelerator";
    private static final String IMPLICIT = "deviceclass.resource.kubernetes.io/";

    /// The extended resources that devices can provide.
    static final List<String> EXTENDED = List.of(ACCELERATOR, IMPLICIT + "gpu", IMPLICIT + "nic");

    private final SeededRandom random;
    private final DeviceSlices slices;
    private final DeviceClasses classes;
    private final DeviceClaims claims;

    /// Whether pods use extended resources that devices provide.
    private final boolean extended;

    GeneratedDevices(CaseDraft draft) {
        this.random = draft.random;
        this.slices = new DeviceSlices(draft);
        this.classes = new DeviceClasses(draft);
        this.claims = new DeviceClaims(draft, slices, classes);
        this.extended = random.chance(20);
    }

    @Override
    public List<Obj> objects() {
        var objects = new ArrayList<Obj>();
        objects.addAll(classes.objects());
        objects.addAll(slices.objects());
        objects.addAll(claims.objects());
        return objects;
    }

    @Override
    public Obj node(Obj node) {
        if (!extended || !random.chance(30)) {
            return node;
        }
        Json amount = Json.of(random.oneOf("0", "1", "4"));
        return node.withAt(List.of("status", "allocatable", ACCELERATOR), amount)
                .withAt(List.of("status", "capacity", ACCELERATOR), amount);
    }

    @Override
    public Obj pod(Obj pod) {
        Obj changed = extended && random.chance(70) ? withExtendedResources(pod) : pod;
        if (!random.chance(extended ? 30 : 90)) {
            return changed;
        }
        String name = changed.textAt("metadata", "name").orElseThrow();
        changed = changed.withAt(List.of("metadata", "uid"), Json.of("uid-" + name));
        return claims.addTo(changed);
    }

    private Obj withExtendedResources(Obj pod) {
        Obj changed = pod;
        for (String field : List.of("initContainers", "containers")) {
            if (changed.at("spec", field).orElse(Arr.EMPTY) instanceof Arr(List<Json> containers)
                    && !containers.isEmpty()) {
                changed =
                        changed.withAt(
                                List.of("spec", field),
                                new Arr(containers.stream().<Json>map(this::extended).toList()));
            }
        }
        return changed;
    }

    private Json extended(Json container) {
        if (!(container instanceof Obj changed)) {
            return container;
        }
        for (String resource : random.some(EXTENDED, random.few(0, 2))) {
            Json amount = Json.of(random.oneOf("1", "1", "2", "3"));
            for (String part : List.of("requests", "limits")) {
                changed = changed.withAt(List.of("resources", part, resource), amount);
            }
        }
        return changed;
    }
}
