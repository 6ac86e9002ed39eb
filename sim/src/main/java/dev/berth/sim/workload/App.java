package dev.berth.sim.workload;

import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.sim.store.Manifests;

import java.util.List;

/// An application: a replica set, a service in front of it if it serves, and as many pods as one
/// asks for.
///
/// All its pods share one tree for everything but their names.
///
/// @param hash tells this revision's pods from those of the next, as a deployment does
/// @param weight how many of its pods there are, compared with other applications
record App(
        String namespace,
        String name,
        String hash,
        String tier,
        int cpuMillis,
        int memoryMib,
        int weight,
        boolean important,
        String uid,
        Json.Obj metadata,
        Json.Obj spec) {
    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";
    private static final int SUFFIX = 5;
    private static final int LARGEST = 14_348_907;
    // Odd and not a multiple of three: a permutation of the suffixes, so that names do not look
    // counted.
    private static final long SCATTER = 7_654_321;

    static App of(
            String namespace,
            String name,
            String hash,
            String tier,
            int cpuMillis,
            int memoryMib,
            int weight,
            boolean important,
            String uid) {
        Json.Obj metadata =
                Json.Obj.EMPTY
                        .with("labels", labels(name, hash, tier))
                        .with("ownerReferences", Json.arr(owner(name + "-" + hash, uid)));
        Json.Obj spec = spec(name, cpuMillis, memoryMib, important);
        return new App(
                namespace, name, hash, tier, cpuMillis, memoryMib, weight, important, uid, metadata,
                spec);
    }

    private static Json.Obj labels(String name, String hash, String tier) {
        return Json.Obj.EMPTY
                .with("app.kubernetes.io/name", name)
                .with("tier", tier)
                .with("pod-template-hash", hash);
    }

    private static Json.Obj owner(String name, String uid) {
        return Json.Obj.EMPTY
                .with("apiVersion", Kind.REPLICA_SET.apiVersion())
                .with("kind", Kind.REPLICA_SET.name())
                .with("name", name)
                .with("uid", uid)
                .with("controller", true)
                .with("blockOwnerDeletion", true);
    }

    private static Json.Obj spec(String name, int cpuMillis, int memoryMib, boolean important) {
        Json.Obj requests =
                Json.Obj.EMPTY.with("cpu", cpuMillis + "m").with("memory", memoryMib + "Mi");
        Json.Obj container =
                Json.Obj.EMPTY
                        .with("name", "main")
                        .with("image", "registry.example/" + name + ":1.0")
                        .with("resources", Json.Obj.of("requests", requests));
        Json.Obj spec =
                Json.Obj.EMPTY
                        .with("containers", Json.arr(container))
                        .with("restartPolicy", "Always")
                        .with("schedulerName", "default-scheduler")
                        .with("terminationGracePeriodSeconds", 30);
        return important
                ? spec.with("priorityClassName", Apps.IMPORTANT)
                : spec.with("priority", 0);
    }

    /// The application's pod of this number.
    Json.Obj pod(int number) {
        String podName = name + "-" + hash + "-" + suffix(number);
        Json.Obj manifest = Manifests.named(Kind.POD, namespace, podName);
        Json.Obj named =
                Json.Obj.EMPTY
                        .with("name", podName)
                        .with("namespace", namespace)
                        .with("labels", metadata.fields().get("labels"))
                        .with("ownerReferences", metadata.fields().get("ownerReferences"));
        return manifest.with("metadata", named).with("spec", spec);
    }

    /// The objects the pods belong to.
    List<Json.Obj> context() {
        Json.Obj selector = Json.Obj.of("app.kubernetes.io/name", Json.of(name));
        Json.Obj set = Manifests.named(Kind.REPLICA_SET, namespace, name + "-" + hash);
        set =
                set.with("metadata", ((Json.Obj) set.fields().get("metadata")).with("uid", uid))
                        .with(
                                "spec",
                                Json.Obj.of(
                                        "selector",
                                        Json.Obj.of(
                                                "matchLabels",
                                                selector.with("pod-template-hash", hash))));
        if (tier.equals("batch")) {
            return List.of(set);
        }
        Json.Obj service =
                Manifests.named(Kind.SERVICE, namespace, name)
                        .with("spec", Json.Obj.of("selector", selector));
        return List.of(service, set);
    }

    private static String suffix(int number) {
        long scattered = (number * SCATTER + SCATTER) % LARGEST;
        var text = new StringBuilder();
        for (int i = 0; i < SUFFIX; i++) {
            text.append(LETTERS.charAt((int) (scattered % LETTERS.length())));
            scattered /= LETTERS.length();
        }
        return text.toString();
    }
}
