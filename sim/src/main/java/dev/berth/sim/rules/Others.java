package dev.berth.sim.rules;

import static dev.berth.sim.rules.Filling.at;
import static dev.berth.sim.rules.Filling.each;
import static dev.berth.sim.rules.Filling.unset;

import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.sim.store.PodDefaults;
import dev.berth.sim.store.Problem;
import dev.berth.sim.store.Validation;
import dev.berth.sim.tree.Path;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Kinds with few rules.
final class Others {
    private static final Path SPEC = Path.of("spec");
    private static final Path DATA = Path.of("data");

    private Others() {}

    private static boolean flag(String name, Json.Obj object) {
        return Path.of(name).find(object).filter(Json.of(true)::equals).isPresent();
    }

    private static void fixed(Json.Obj before, Json.Obj after, List<String> fields, Problems out) {
        if (!flag("immutable", before)) {
            return;
        }
        if (!flag("immutable", after)) {
            out.forbidden("immutable", "field is immutable when `immutable` is set");
        }
        for (String name : fields) {
            if (!Path.of(name).object(before).equals(Path.of(name).object(after))) {
                out.forbidden(name, "field is immutable when `immutable` is set");
            }
        }
    }

    static final class Pods implements KindRule {
        @Override
        public Json.Obj filled(Json.Obj pod) {
            return PodFilling.pod(pod);
        }

        @Override
        public Json.Obj refilled(Json.Obj before, Json.Obj after) {
            return withAddresses(PodDefaults.tolerations(filled(after)));
        }

        /// A pod with one address has a list of it.
        private static Json.Obj withAddresses(Json.Obj pod) {
            String address = Path.of("status", "podIP").text(pod);
            Path all = Path.of("status", "podIPs");
            return address.isEmpty() || all.in(pod)
                    ? pod
                    : all.set(pod, Json.arr(Json.Obj.of("ip", Json.of(address))));
        }

        @Override
        public void check(Json.Obj pod, Problems out) {
            PodChecks.pod(pod, out);
        }

        @Override
        public void checkChange(Json.Obj before, Json.Obj after, Problems out) {
            PodChanges.check(before, after, out);
        }
    }

    static final class Namespaces implements KindRule {
        private static final Path FINALIZERS = Path.of("spec", "finalizers");

        @Override
        public Json.Obj filled(Json.Obj object) {
            Json.Obj tree = Path.of("status", "phase").setIfAbsent(object, "Active");
            String name = Path.of("metadata", "name").text(tree);
            return Path.of("metadata", "labels", "kubernetes.io/metadata.name").set(tree, name);
        }

        @Override
        public Json.Obj refilled(Json.Obj before, Json.Obj after) {
            // Only the sub-resource for it changes what a namespace waits for.
            Json.Obj spec = SPEC.object(before);
            return filled(spec.fields().isEmpty() ? after : after.with("spec", spec));
        }

        static Json.Obj born(Json.Obj object) {
            return FINALIZERS.in(object)
                    ? object
                    : FINALIZERS.set(object, Json.arr(Json.of("kubernetes")));
        }

        @Override
        public void checkStatus(Json.Obj before, Json.Obj after, Problems out) {
            String phase = Path.of("status", "phase").text(after);
            if (!Path.of("metadata", "deletionTimestamp").in(after) && !phase.equals("Active")) {
                out.invalid(
                        "status.Phase",
                        phase,
                        "may only be 'Active' if `deletionTimestamp` is empty");
            }
        }
    }

    static final class ConfigMaps implements KindRule {
        @Override
        public void check(Json.Obj object, Problems out) {
            Json.Obj binary = Path.of("binaryData").object(object);
            for (String key : Problems.sorted(DATA.object(object))) {
                out.configKey("data[" + key + "]", key);
                if (binary.fields().containsKey(key)) {
                    out.invalid("data[" + key + "]", key, "duplicate of key present in binaryData");
                }
            }
            Problems.sorted(binary).forEach(key -> out.configKey("binaryData[" + key + "]", key));
        }

        @Override
        public void checkChange(Json.Obj before, Json.Obj after, Problems out) {
            fixed(before, after, List.of("data", "binaryData"), out);
            check(after, out);
        }
    }

    static final class Secrets implements KindRule {
        /// What must be in secrets of known types.
        private static final Map<String, List<String>> NEEDED =
                Map.of(
                        "kubernetes.io/tls", List.of("tls.crt", "tls.key"),
                        "kubernetes.io/basic-auth", List.of("username", "password"),
                        "kubernetes.io/ssh-auth", List.of("ssh-privatekey"),
                        "kubernetes.io/dockercfg", List.of(".dockercfg"),
                        "kubernetes.io/dockerconfigjson", List.of(".dockerconfigjson"));

        @Override
        public Json.Obj filled(Json.Obj object) {
            Json.Obj tree = unset(object, "type", "Opaque");
            for (var said : Path.of("stringData").object(tree).fields().entrySet()) {
                if (said.getValue() instanceof Json.Str(var text)) {
                    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                    tree =
                            DATA.then(said.getKey())
                                    .set(tree, Base64.getEncoder().encodeToString(bytes));
                }
            }
            return tree.without("stringData");
        }

        @Override
        public void check(Json.Obj object, Problems out) {
            Json.Obj data = DATA.object(object);
            Problems.sorted(data).forEach(key -> out.configKey("data[" + key + "]", key));
            List<String> needed = NEEDED.getOrDefault(Path.of("type").text(object), List.of());
            boolean some = needed.stream().anyMatch(data.fields()::containsKey);
            for (String key : needed) {
                boolean either = Path.of("type").text(object).endsWith("/basic-auth") && some;
                if (!data.fields().containsKey(key) && !either) {
                    out.required("data[" + key + "]");
                }
            }
        }

        @Override
        public void checkChange(Json.Obj before, Json.Obj after, Problems out) {
            out.immutable("type", Path.of("type"), before, after);
            fixed(before, after, List.of("data"), out);
            check(after, out);
        }
    }

    static final class Nodes implements KindRule {
        private static final Path CIDR = Path.of("spec", "podCIDR");
        private static final Path CIDRS = Path.of("spec", "podCIDRs");
        private static final Path PROVIDER = Path.of("spec", "providerID");

        @Override
        public Json.Obj filled(Json.Obj object) {
            String cidr = CIDR.text(object);
            Json.Obj tree =
                    cidr.isEmpty() || CIDRS.in(object)
                            ? object
                            : CIDRS.set(object, Json.arr(Json.of(cidr)));
            Path capacity = Path.of("status", "capacity");
            return capacity.in(tree)
                    ? Path.of("status", "allocatable").setIfAbsent(tree, capacity.object(tree))
                    : tree;
        }

        @Override
        public Json.Obj refilled(Json.Obj before, Json.Obj after) {
            String cidr = CIDR.text(after);
            boolean moved = !cidr.isEmpty() && !CIDRS.items(after).contains(Json.of(cidr));
            return filled(moved ? CIDRS.set(after, Json.arr(Json.of(cidr))) : after);
        }

        @Override
        public void check(Json.Obj node, Problems out) {
            List<Json> taints = Path.of("spec", "taints").items(node);
            Set<String> seen = new HashSet<>();
            for (int i = 0; i < taints.size(); i++) {
                String at = "metadata.taints[" + i + "]";
                String key = Path.of("key").text(taints.get(i));
                String value = Path.of("value").text(taints.get(i));
                String effect = Path.of("effect").text(taints.get(i));
                out.qualified(at + ".key", key);
                out.labelValue(at + ".value", value);
                if (effect.isEmpty()) {
                    out.required(at + ".effect");
                } else {
                    PodChecks.effect(at + ".effect", effect, out);
                }
                if (!seen.add(key + " " + effect)) {
                    Json.Obj shown =
                            Json.Obj.EMPTY
                                    .with("Key", key)
                                    .with("Value", value)
                                    .with("Effect", effect)
                                    .with("TimeAdded", Json.Null.NULL);
                    Problem twice = Problem.duplicate(at, shown);
                    out.add(
                            new Problem(
                                    at,
                                    twice.reason(),
                                    twice.message()
                                            + ": taints must be unique by key and effect pair"));
                }
            }
            amounts(node, out);
        }

        @Override
        public void checkChange(Json.Obj before, Json.Obj after, Problems out) {
            check(after, out);
            if (!CIDRS.items(before).isEmpty() && !CIDRS.items(before).equals(CIDRS.items(after))) {
                out.forbidden(
                        "spec.podCIDRs",
                        "node updates may not change podCIDR except from \"\" to valid");
            }
            if (!PROVIDER.text(before).isEmpty()
                    && !PROVIDER.text(before).equals(PROVIDER.text(after))) {
                out.forbidden(
                        "spec.providerID",
                        "node updates may not change providerID except from \"\" to valid");
            }
        }

        @Override
        public void checkStatus(Json.Obj before, Json.Obj after, Problems out) {
            amounts(after, out);
        }

        private static void amounts(Json.Obj node, Problems out) {
            for (String list : List.of("capacity", "allocatable")) {
                Json.Obj amounts = Path.of("status", list).object(node);
                for (String name : Problems.sorted(amounts)) {
                    ResourceChecks.node(
                            "status." + list + "." + name,
                            name,
                            amounts.fields().getOrDefault(name, Json.of("0")),
                            out);
                }
            }
        }
    }

    static final class Budgets implements KindRule {
        private static final Path MIN = Path.of("spec", "minAvailable");
        private static final Path MAX = Path.of("spec", "maxUnavailable");
        private static final Path POLICY = Path.of("spec", "unhealthyPodEvictionPolicy");

        @Override
        public void check(Json.Obj budget, Problems out) {
            if (MIN.in(budget) && MAX.in(budget)) {
                Json.Obj shown =
                        Json.Obj.EMPTY
                                .with("MinAvailable", MIN.find(budget).get())
                                .with("Selector", selector(budget))
                                .with("MaxUnavailable", MAX.find(budget).get())
                                .with(
                                        "UnhealthyPodEvictionPolicy",
                                        POLICY.find(budget).orElse(Json.Null.NULL));
                out.invalid("spec", shown, "minAvailable and maxUnavailable cannot be both set");
            }
            MIN.find(budget).ifPresent(it -> share("spec.minAvailable", it, out));
            MAX.find(budget).ifPresent(it -> share("spec.maxUnavailable", it, out));
            out.selector("spec.selector", SPEC.then("selector").object(budget));
            if (POLICY.in(budget)) {
                out.oneOf(
                        "spec.unhealthyPodEvictionPolicy",
                        POLICY.text(budget),
                        "AlwaysAllow",
                        "IfHealthyBudget");
            }
        }

        private static Json selector(Json.Obj budget) {
            Path selector = SPEC.then("selector");
            return selector.in(budget) ? Problems.shown(selector.object(budget)) : Json.Null.NULL;
        }

        private static void share(String field, Json value, Problems out) {
            out.share(field, value);
            out.notMoreThanAll(field, value);
        }

        @Override
        public void checkStatus(Json.Obj before, Json.Obj after, Problems out) {
            for (String name :
                    List.of(
                            "disruptionsAllowed",
                            "currentHealthy",
                            "desiredHealthy",
                            "expectedPods")) {
                out.notNegative("status." + name, Path.of("status", name), after);
            }
        }
    }

    static final class PriorityClasses implements KindRule {
        @Override
        public Json.Obj filled(Json.Obj object) {
            return unset(object, "preemptionPolicy", "PreemptLowerPriority");
        }

        @Override
        public void check(Json.Obj object, Problems out) {
            Validation.problems(Kind.PRIORITY_CLASS, object).forEach(out::add);
        }

        @Override
        public void checkChange(Json.Obj before, Json.Obj after, Problems out) {
            if (Path.of("value").number(before, 0) != Path.of("value").number(after, 0)) {
                out.forbidden("value", "may not be changed in an update.");
            }
            out.immutable("preemptionPolicy", Path.of("preemptionPolicy"), before, after);
        }
    }

    static final class Leases implements KindRule {
        @Override
        public void check(Json.Obj object, Problems out) {
            Path duration = Path.of("spec", "leaseDurationSeconds");
            if (duration.in(object) && duration.number(object, 0) <= 0) {
                out.invalid(
                        "spec.leaseDurationSeconds",
                        Json.of(duration.number(object, 0)),
                        "must be greater than 0");
            }
            out.notNegative("spec.leaseTransitions", Path.of("spec", "leaseTransitions"), object);
        }
    }

    static final class Events implements KindRule {
        private final boolean core;

        Events(boolean core) {
            this.core = core;
        }

        @Override
        public void check(Json.Obj event, Problems out) {
            String namespace = Path.of("metadata", "namespace").text(event);
            String about = Path.of("regarding", "namespace").text(event);
            boolean fits =
                    about.equals(namespace) || about.isEmpty() && namespace.equals("default");
            if (!fits) {
                out.invalid("involvedObject.namespace", about, "does not match event.namespace");
            }
            if (core) {
                return;
            }
            if (!Path.of("eventTime").in(event)) {
                out.required("eventTime");
            }
            String type = Path.of("type").text(event);
            if (!type.equals("Normal") && !type.equals("Warning")) {
                out.invalid("type", type, "has invalid value: " + type);
            }
        }

        @Override
        public void checkChange(Json.Obj before, Json.Obj after, Problems out) {}
    }

    static final class Drivers implements KindRule {
        @Override
        public Json.Obj filled(Json.Obj object) {
            Json.Obj tree = SPEC.setIfAbsent(object, Json.Obj.EMPTY);
            tree = at(tree, SPEC, it -> unset(it, "attachRequired", true));
            tree = at(tree, SPEC, it -> unset(it, "fsGroupPolicy", "ReadWriteOnceWithFSType"));
            for (String name :
                    List.of(
                            "podInfoOnMount",
                            "requiresRepublish",
                            "seLinuxMount",
                            "storageCapacity")) {
                tree = at(tree, SPEC, it -> unset(it, name, false));
            }
            return at(
                    tree,
                    SPEC,
                    it -> unset(it, "volumeLifecycleModes", Json.arr(Json.of("Persistent"))));
        }
    }

    static final class DriversOfNodes implements KindRule {
        @Override
        public void check(Json.Obj object, Problems out) {
            List<Json> drivers = Path.of("spec", "drivers").items(object);
            for (int i = 0; i < drivers.size(); i++) {
                for (String name : List.of("name", "nodeID")) {
                    if (Path.of(name).text(drivers.get(i)).isEmpty()) {
                        out.required("spec.drivers[" + i + "]." + name);
                    }
                }
            }
        }
    }

    static final class Capacities implements KindRule {
        @Override
        public void check(Json.Obj object, Problems out) {
            out.subdomain("storageClassName", Path.of("storageClassName").text(object));
        }
    }

    static final class Attachments implements KindRule {
        @Override
        public Json.Obj filled(Json.Obj object) {
            return Path.of("status", "attached").setIfAbsent(object, Json.of(false));
        }

        @Override
        public void check(Json.Obj object, Problems out) {
            if (Path.of("spec", "attacher").text(object).isEmpty()) {
                out.required("spec.attacher");
            }
            Path source = Path.of("spec", "source");
            if (!source.then("persistentVolumeName").in(object)
                    && !source.then("inlineVolumeSpec").in(object)) {
                out.required(
                        "spec.source",
                        "must specify exactly one of inlineVolumeSpec and persistentVolumeName");
            }
            out.subdomain("spec.nodeName", Path.of("spec", "nodeName").text(object));
        }
    }

    /// Claims to devices, and templates of such claims.
    static final class DeviceClaims implements KindRule {
        private final Path requests;
        private final boolean template;

        DeviceClaims(boolean template) {
            this.template = template;
            this.requests =
                    template
                            ? Path.of("spec", "spec", "devices", "requests")
                            : Path.of("spec", "devices", "requests");
        }

        @Override
        public Json.Obj filled(Json.Obj object) {
            return each(
                    object,
                    requests,
                    request ->
                            at(
                                    request,
                                    Path.of("exactly"),
                                    it -> {
                                        Json.Obj tree = unset(it, "allocationMode", "ExactCount");
                                        return Path.of("allocationMode")
                                                        .text(tree)
                                                        .equals("ExactCount")
                                                ? unset(tree, "count", 1)
                                                : tree;
                                    }));
        }

        @Override
        public void check(Json.Obj object, Problems out) {
            List<Json> all = requests.items(object);
            String prefix = template ? "spec.spec" : "spec";
            for (int i = 0; i < all.size(); i++) {
                if (!Path.of("exactly").in(all.get(i))
                        && Path.of("firstAvailable").items(all.get(i)).isEmpty()) {
                    out.required(
                            prefix + ".devices.requests[" + i + "]",
                            "exactly one of `exactly` or `firstAvailable` is required");
                }
            }
        }

        @Override
        public void checkChange(Json.Obj before, Json.Obj after, Problems out) {
            out.immutable("spec", SPEC, before, after);
        }
    }
}
