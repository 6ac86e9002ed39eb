package dev.berth.harness.cases;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Generates services and controllers, from which the default spread constraints are derived.
final class OwnerGenerator {
    private record Owner(String apiVersion, String kind, String namespace, String name) {}

    private final CaseDraft draft;
    private final SeededRandom random;
    private final SelectorGenerator selectors;
    private final List<Owner> owners = new ArrayList<>();

    OwnerGenerator(CaseDraft draft, SelectorGenerator selectors) {
        this.draft = draft;
        this.random = draft.random;
        this.selectors = selectors;
    }

    /// All owners of the case; pods can refer to them after this call.
    List<Json> objects() {
        var objects = new ArrayList<Json>();
        if (!draft.knows(CaseTheme.OWNERS)) {
            return objects;
        }
        int services = random.few(0, 3);
        for (int i = 0; i < services; i++) {
            var spec = Obj.builder();
            if (!random.chance(8)) {
                spec.put("selector", CaseDraft.texts(selectors.byEquality(Map.of())));
            }
            objects.add(
                    CaseDraft.object("v1", "Service", named("svc" + i, place()))
                            .put("spec", spec.build())
                            .build());
        }
        int controllers = random.between(0, 3);
        for (int i = 0; i < controllers; i++) {
            objects.add(controller("own" + i));
        }
        return objects;
    }

    private Obj controller(String name) {
        String namespace = place();
        String kind =
                random.oneOf("ReplicationController", "ReplicaSet", "ReplicaSet", "StatefulSet");
        boolean core = kind.equals("ReplicationController");
        var owner = new Owner(core ? "v1" : "apps/v1", kind, namespace, name);
        owners.add(owner);
        Json selector =
                core
                        ? CaseDraft.texts(selectors.byEquality(Map.of()))
                        : selectors.matching(selectors.podLabels());
        if (selector.equals(Obj.EMPTY)) {
            selector = Obj.of("matchLabels", Obj.of("app", Json.of("web")));
        }
        var spec = Obj.builder().put("replicas", random.between(0, 5)).put("selector", selector);
        if (kind.equals("StatefulSet")) {
            spec.put("serviceName", "svc0");
        }
        return CaseDraft.object(owner.apiVersion(), kind, named(name, namespace))
                .put("spec", spec.build())
                .build();
    }

    private String place() {
        return random.chance(60) ? "default" : random.oneOf(CaseDraft.NAMESPACES);
    }

    private static Obj named(String name, String namespace) {
        return Obj.builder().put("name", name).put("namespace", namespace).build();
    }

    /// The owner of a pod in that namespace: mostly an existing one, sometimes a deleted one, one
    /// of another kind, or one that is not the controller.
    Arr referenceFor(String namespace) {
        List<Owner> near =
                owners.stream().filter(each -> each.namespace().equals(namespace)).toList();
        Owner owner =
                near.isEmpty() || random.chance(8)
                        ? random.oneOf(
                                new Owner("apps/v1", "ReplicaSet", namespace, "gone"),
                                new Owner("batch/v1", "Job", namespace, "own0"),
                                new Owner("v1", "ReplicationController", namespace, "gone"))
                        : random.oneOf(near);
        var reference =
                Obj.builder()
                        .put("apiVersion", owner.apiVersion())
                        .put("kind", owner.kind())
                        .put("name", owner.name())
                        .put("uid", "uid-of-" + owner.name());
        if (!random.chance(6)) {
            reference.put("controller", true);
        }
        return Json.arr(reference.build());
    }
}
