package dev.berth.sim.workload;

import dev.berth.controlplane.store.ObjectTemplates;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.List;

/// An application: a replica set, its pods, and a service unless it is a batch application.
///
/// All pods share their JSON except for the names.
final class Application {
    private static final Path UID = Path.of("metadata", "uid");
    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";
    private static final int SUFFIX = 5;
    private static final int SUFFIXES = 14_348_907;
    // The number of suffixes is a power of three. This number is not a multiple of three, so that
    // every pod gets a different suffix.
    private static final long SCATTER = 7_654_321;

    /// The properties of an application.
    ///
    /// @param hash identifies the pod template of this revision, as in a deployment
    /// @param weight the relative number of pods
    /// @param uid the UID of the replica set
    record Traits(
            String namespace,
            String name,
            String hash,
            String tier,
            int cpuMillis,
            int memoryMib,
            int weight,
            boolean important,
            String uid) {
        String replicaSet() {
            return name + "-" + hash;
        }

        Traits as(String otherHash, String otherUid) {
            return new Traits(
                    namespace, name, otherHash, tier, cpuMillis, memoryMib, weight, important,
                    otherUid);
        }
    }

    private final Traits traits;
    private final Json.Obj labels;
    private final Json.Arr owners;
    private final Json.Obj spec;

    Application(Traits traits) {
        this.traits = traits;
        this.labels =
                Json.Obj.EMPTY
                        .with("app.kubernetes.io/name", traits.name)
                        .with("tier", traits.tier)
                        .with("pod-template-hash", traits.hash);
        this.owners =
                Json.arr(
                        ObjectTemplates.controller(
                                Kind.REPLICA_SET, traits.replicaSet(), traits.uid));
        this.spec = spec(traits);
    }

    int weight() {
        return traits.weight;
    }

    private static Json.Obj spec(Traits traits) {
        Json.Obj requests =
                Json.Obj.EMPTY
                        .with("cpu", traits.cpuMillis + "m")
                        .with("memory", traits.memoryMib + "Mi");
        Json.Obj container =
                Json.Obj.EMPTY
                        .with("name", "main")
                        .with("image", traits.name + ":1.0")
                        .with("resources", Json.Obj.of("requests", requests));
        Json.Obj spec =
                Json.Obj.EMPTY
                        .with("containers", Json.arr(container))
                        .with("restartPolicy", "Always")
                        .with("schedulerName", "default-scheduler")
                        .with("terminationGracePeriodSeconds", 30);
        return traits.important ? spec.with("priorityClassName", Applications.IMPORTANT) : spec;
    }

    /// The pod with this number.
    Json.Obj pod(int number) {
        String name = traits.replicaSet() + "-" + suffix(number);
        return Json.Obj.EMPTY
                .with("apiVersion", Kind.POD.apiVersion())
                .with("kind", Kind.POD.name())
                .with(
                        "metadata",
                        Json.Obj.EMPTY
                                .with("name", name)
                                .with("namespace", traits.namespace)
                                .with("labels", labels)
                                .with("ownerReferences", owners))
                .with("spec", spec);
    }

    /// The service and the replica set of the pods.
    ///
    /// @param pods the number of pods
    List<Json.Obj> context(int pods) {
        Json.Obj selector = Json.Obj.of("app.kubernetes.io/name", Json.of(traits.name));
        Json.Obj exact = selector.with("pod-template-hash", traits.hash);
        Json.Obj set =
                ObjectTemplates.named(Kind.REPLICA_SET, traits.namespace, traits.replicaSet());
        set =
                UID.set(set, traits.uid)
                        .with(
                                "spec",
                                Json.Obj.EMPTY
                                        .with("replicas", pods)
                                        .with("selector", Json.Obj.of("matchLabels", exact))
                                        .with("template", template()));
        if (traits.tier.equals("batch")) {
            return List.of(set);
        }
        Json.Obj service =
                ObjectTemplates.named(Kind.SERVICE, traits.namespace, traits.name)
                        .with("spec", Json.Obj.of("selector", selector));
        return List.of(service, set);
    }

    private Json.Obj template() {
        return Json.Obj.of("metadata", Json.Obj.of("labels", labels)).with("spec", spec);
    }

    private static String suffix(int number) {
        long scattered = (number + 1) * SCATTER % SUFFIXES;
        var text = new StringBuilder();
        for (int i = 0; i < SUFFIX; i++) {
            text.append(LETTERS.charAt((int) (scattered % LETTERS.length())));
            scattered /= LETTERS.length();
        }
        return text.toString();
    }
}
