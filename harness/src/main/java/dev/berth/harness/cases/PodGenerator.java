package dev.berth.harness.cases;

import dev.berth.model.Quantity;
import dev.berth.model.Requests;
import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;
import dev.berth.model.json.ObjBuilder;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Generates pods as an API server stores them, with the results of defaulting and admission.
final class PodGenerator {
    private static final List<String> HOST_ADDRESSES =
            List.of("", "", "", "0.0.0.0", "127.0.0.1", "10.0.0.1", "::", "::1");

    /// The role of a pod in the case.
    enum Role {
        PENDING,
        /// Stays pending while other pods are decided.
        BYSTANDER,
        RUNNING
    }

    private final CaseDraft draft;
    private final SeededRandom random;
    private final SelectorGenerator selectors;
    private final ResourceAmounts amounts;
    private final ImageGenerator images;
    private final AffinityGenerator affinities;
    private final SpreadGenerator spreads;
    private final OwnerGenerator owners;
    private final StorageGenerator storage;
    private final FreeResources capacity;
    private final PriorityGenerator priorities;
    private final List<String> schedulers;

    /// @param schedulers the names of the profiles of the case
    PodGenerator(
            CaseDraft draft,
            SelectorGenerator selectors,
            ResourceAmounts amounts,
            ImageGenerator images,
            OwnerGenerator owners,
            StorageGenerator storage,
            FreeResources capacity,
            PriorityGenerator priorities,
            List<String> schedulers) {
        this.draft = draft;
        this.random = draft.random;
        this.selectors = selectors;
        this.amounts = amounts;
        this.images = images;
        this.affinities = new AffinityGenerator(draft, selectors);
        this.spreads = new SpreadGenerator(draft, selectors);
        this.owners = owners;
        this.storage = storage;
        this.capacity = capacity;
        this.priorities = priorities;
        this.schedulers = schedulers;
    }

    /// A pod to decide.
    Obj pending(String name) {
        long priority = priorities.ofPending();
        Obj pod = pod(name, priority, requestsOfPending(priority), Role.PENDING);
        if (draft.has(CaseTheme.NODE_NAME)) {
            pod = pod.withAt(List.of("spec", "nodeName"), Json.of(draft.anyNode()));
        } else if (draft.has(CaseTheme.GATES)) {
            pod = gated(pod);
        }
        if (draft.has(CaseTheme.OWN_NOMINATION)) {
            String node =
                    !draft.clearing.isEmpty() && random.chance(75)
                            ? random.oneOf(draft.clearing)
                            : draft.anyNode();
            pod = pod.withAt(List.of("status", "nominatedNodeName"), Json.of(node));
        }
        // Few of these, because pods that are being deleted are not decided.
        boolean leaving = draft.has(CaseTheme.DELETING) && (!draft.crowded || random.chance(20));
        return leaving ? deleting(pod) : pod;
    }

    private Map<String, Quantity> requestsOfPending(long priority) {
        if (draft.crowded && !draft.nodes.isEmpty() && random.chance(85)) {
            return draft.full()
                    ? capacity.displacingRequests(priority)
                    : Map.of("cpu", Quantity.ofMillis(1));
        }
        return draft.has(CaseTheme.EXACT) ? capacity.tightRequests() : Map.of();
    }

    /// A pod that stays pending while other pods are decided. If it has a nominated node, it counts
    /// there.
    Obj bystander(String name) {
        Map<String, Quantity> tight =
                draft.full() && random.chance(70)
                        ? capacity.likeRunning()
                        : draft.has(CaseTheme.EXACT) ? capacity.tightRequests() : Map.of();
        Obj pod = pod(name, priorities.ofBystander(), tight, Role.BYSTANDER);
        if (random.chance(90)) {
            pod = pod.withAt(List.of("status", "nominatedNodeName"), Json.of(draft.anyNode()));
        }
        return draft.has(CaseTheme.GATES) || random.chance(5) ? gated(pod) : pod;
    }

    private Obj gated(Obj pod) {
        var gates = new ArrayList<Json>();
        for (String name :
                random.some(
                        List.of("example.com/quota", "example.com/a", "ready"), random.few(1, 3))) {
            gates.add(Obj.of("name", Json.of(name)));
        }
        return pod.withAt(List.of("spec", "schedulingGates"), new Arr(gates));
    }

    static Obj deleting(Obj pod) {
        return pod.withAt(List.of("metadata", "deletionTimestamp"), Json.of("2026-02-01T00:00:00Z"))
                .withAt(List.of("metadata", "deletionGracePeriodSeconds"), Json.of(30));
    }

    /// @param tight the total requests of the pod; empty for random requests
    Obj pod(String name, long priority, Map<String, Quantity> tight, Role role) {
        boolean running = role == Role.RUNNING;
        int near = draft.quarrels() ? 90 : 65;
        String namespace = random.chance(near) ? "default" : random.oneOf(CaseDraft.NAMESPACES);
        Map<String, String> labels = selectors.podLabels();
        var metadata = Obj.builder().put("name", name).put("namespace", namespace);
        String uid = "uid-" + name;
        if (random.chance(30) || draft.knows(CaseTheme.VOLUMES)) {
            metadata.put("uid", uid);
        }
        metadata.putUnlessEmpty("labels", CaseDraft.texts(labels));
        if (draft.has(CaseTheme.OWNERS)) {
            metadata.put("ownerReferences", owners.referenceFor(namespace));
        }
        var spec = Obj.builder();
        spec.put("schedulerName", scheduler());
        spec.put("priority", priority);
        if (random.chance(80)) {
            boolean never = draft.knows(CaseTheme.PRIORITIES) && random.chance(7);
            spec.put("preemptionPolicy", never ? "Never" : "PreemptLowerPriority");
        }
        boolean hostNetwork = draft.has(CaseTheme.FEATURES) && random.chance(50);
        if (hostNetwork) {
            spec.put("hostNetwork", true);
            if (random.chance(70)) {
                spec.put("hostUsers", random.chance(15));
            }
        }
        containers(spec, tight, running, hostNetwork);
        if (draft.has(CaseTheme.NODE_AFFINITY) && !running && random.chance(40)) {
            spec.put("nodeSelector", CaseDraft.texts(selectors.nodeSelector()));
        }
        spec.putUnlessEmpty("affinity", affinities.of(namespace, labels, running));
        spec.putUnlessEmpty("tolerations", tolerations());
        if (!running && draft.has(CaseTheme.SPREAD)) {
            spec.put("topologySpreadConstraints", spreads.ofPod(labels));
        }
        var volumes = volumes();
        volumes.addAll(storage.ofPod(namespace, name, uid, role));
        spec.putUnlessEmpty("volumes", new Arr(volumes));
        Obj pod = CaseDraft.object("v1", "Pod", metadata.build()).put("spec", spec.build()).build();
        return draft.has(CaseTheme.RESOURCES) && random.chance(20) ? withPodLevel(pod) : pod;
    }

    private String scheduler() {
        return draft.has(CaseTheme.PROFILES) && random.chance(12)
                ? "elsewhere"
                : random.oneOf(schedulers);
    }

    private void containers(
            ObjBuilder spec, Map<String, Quantity> tight, boolean running, boolean hostNetwork) {
        boolean rich = draft.has(CaseTheme.RESOURCES);
        var usedPorts = new HashSet<String>();
        boolean ports = draft.has(CaseTheme.PORTS);
        var containers = new ArrayList<Json>();
        int count = draft.limits && random.chance(10) ? 20 : random.few(1, 3);
        for (int i = 0; i < count; i++) {
            Map<String, Quantity> requests = amounts.ofContainer(rich);
            if (!tight.isEmpty()) {
                // All requests are in the first container, because their sum must equal the free
                // resources.
                requests = i == 0 ? tight : Map.of();
            }
            var container = container("c" + i, requests);
            if (ports && random.chance(80)) {
                container.putUnlessEmpty("ports", ports(usedPorts, hostNetwork));
            }
            if (!running && draft.has(CaseTheme.FEATURES) && random.chance(40)) {
                restartRules(container);
            }
            containers.add(container.build());
        }
        var init = new ArrayList<Json>();
        int inits = rich && tight.isEmpty() && random.chance(45) ? random.few(1, 3) : 0;
        if (draft.knows(CaseTheme.IMAGES) && inits == 0 && random.chance(20)) {
            inits = 1;
        }
        for (int i = 0; i < inits; i++) {
            boolean sidecar = random.chance(45);
            var container =
                    container("i" + i, tight.isEmpty() ? amounts.ofContainer(rich) : Map.of());
            if (sidecar) {
                container.put("restartPolicy", "Always");
            }
            if (ports && random.chance(50)) {
                container.putUnlessEmpty("ports", ports(usedPorts, hostNetwork));
            }
            init.add(container.build());
        }
        if (ports && inits == 0 && random.chance(20)) {
            init.add(
                    container("i0", Map.of())
                            .put("restartPolicy", "Always")
                            .putUnlessEmpty("ports", ports(usedPorts, hostNetwork))
                            .build());
        }
        if (!init.isEmpty()) {
            spec.put("initContainers", new Arr(init));
        }
        spec.put("containers", new Arr(containers));
        if (rich && tight.isEmpty() && random.chance(12)) {
            var overhead = new TreeMap<String, Quantity>();
            overhead.put("cpu", amounts.cpu());
            overhead.put("memory", amounts.memory());
            spec.put("overhead", ResourceAmounts.texts(overhead));
        }
    }

    private ObjBuilder container(String name, Map<String, Quantity> requests) {
        String image = draft.knows(CaseTheme.IMAGES) ? images.wanted() : "example.com/app:v1";
        var container = Obj.builder().put("name", name).put("image", image);
        if (requests.isEmpty()) {
            return container;
        }
        var resources = Obj.builder();
        var limits = new TreeMap<String, Quantity>();
        requests.forEach((resource, amount) -> {
            // Resources without overcommitment have a limit of the same amount.
            if (resource.contains("/") || resource.startsWith("hugepages-")) {
                limits.put(resource, amount);
            }
        });
        resources.putUnlessEmpty("limits", ResourceAmounts.texts(limits));
        resources.put("requests", ResourceAmounts.texts(requests));
        return container.put("resources", resources.build());
    }

    private void restartRules(ObjBuilder container) {
        container.put("restartPolicy", "Never");
        Obj rule =
                Obj.builder()
                        .put("action", random.chance(80) ? "RestartAllContainers" : "Restart")
                        .put(
                                "exitCodes",
                                Obj.builder()
                                        .put("operator", "In")
                                        .put("values", Json.arr(Json.of(42)))
                                        .build())
                        .build();
        container.put("restartPolicyRules", Json.arr(rule));
    }

    private Arr ports(Set<String> used, boolean hostNetwork) {
        var ports = new ArrayList<Json>();
        int count = random.few(1, 3);
        for (int i = 0; i < count; i++) {
            int number = random.oneOf(80, 80, 8080, 9000);
            String protocol = random.oneOf("TCP", "TCP", "UDP", "SCTP");
            String address = random.oneOf(HOST_ADDRESSES);
            boolean host = hostNetwork || random.chance(80);
            if (!used.add(host ? number + protocol + address : "inner" + number + protocol)) {
                continue;
            }
            var port = Obj.builder().put("containerPort", number).put("protocol", protocol);
            if (host) {
                port.put("hostPort", number).putUnlessEmpty("hostIP", address);
            }
            ports.add(port.build());
        }
        return new Arr(ports);
    }

    private Arr tolerations() {
        var tolerations = new ArrayList<Json>();
        if (random.chance(10)) {
            for (String key : List.of("not-ready", "unreachable")) {
                tolerations.add(
                        Obj.builder()
                                .put("key", "node.kubernetes.io/" + key)
                                .put("operator", "Exists")
                                .put("effect", "NoExecute")
                                .put("tolerationSeconds", 300)
                                .build());
            }
        }
        if (draft.knows(CaseTheme.TAINTS)) {
            int count = random.few(0, 4);
            for (int i = 0; i < count; i++) {
                tolerations.add(toleration());
            }
        }
        if (draft.knows(CaseTheme.CORDONS) && random.chance(20)) {
            tolerations.add(
                    Obj.builder()
                            .put("key", NodeGenerator.CORDONED)
                            .put("operator", "Exists")
                            .putUnlessEmpty("effect", random.oneOf("", "NoSchedule", "NoExecute"))
                            .build());
        }
        return new Arr(tolerations);
    }

    private Obj toleration() {
        var toleration = Obj.builder();
        if (random.chance(8)) {
            toleration.put("operator", "Exists");
        } else {
            String key =
                    draft.limits && random.chance(50)
                            ? "key-1"
                            : random.oneOf(NodeGenerator.TAINT_KEYS);
            toleration.put("key", key);
            String operator = random.oneOf("Exists", "Equal", "Equal", "");
            toleration.putUnlessEmpty("operator", operator);
            if (!operator.equals("Exists")) {
                toleration.putUnlessEmpty("value", random.oneOf(NodeGenerator.TAINT_VALUES));
            }
        }
        String effect = random.chance(35) ? "" : random.oneOf(NodeGenerator.EFFECTS);
        toleration.putUnlessEmpty("effect", effect);
        if (effect.equals("NoExecute") && random.chance(30)) {
            toleration.put("tolerationSeconds", random.between(0, 300));
        }
        return toleration.build();
    }

    private List<Json> volumes() {
        var volumes = new ArrayList<Json>();
        if (random.chance(4)) {
            volumes.add(
                    random.oneOf(
                            volume("v0", "emptyDir", Obj.EMPTY),
                            volume("v0", "configMap", Obj.of("name", Json.of("settings"))),
                            volume("v0", "hostPath", Obj.of("path", Json.of("/var/data")))));
        }
        if (draft.knows(CaseTheme.IMAGES) && random.chance(20)) {
            Obj source =
                    Obj.builder()
                            .put("reference", images.wanted())
                            .put("pullPolicy", "IfNotPresent")
                            .build();
            volumes.add(volume("v1", "image", source));
        }
        return volumes;
    }

    private static Obj volume(String name, String kind, Obj source) {
        return Obj.builder().put("name", name).put(kind, source).build();
    }

    /// Adds pod-level requests that are at least the sum of the container requests.
    private Obj withPodLevel(Obj pod) {
        Requests sum = capacity.requests(pod.withoutAt("spec", "overhead"));
        var requests = new TreeMap<String, Quantity>();
        if (sum.cpuMillis() > 0 || random.chance(60)) {
            long more = random.amount(0L, 0L, 100L, 500L, 1000L);
            requests.put("cpu", Quantity.ofMillis(sum.cpuMillis() + more));
        }
        if (sum.memoryBytes() > 0 || random.chance(60)) {
            long more = random.amount(0L, 0L, 1L, 256L << 20);
            requests.put("memory", ResourceAmounts.binary(sum.memoryBytes() + more));
        }
        var limits = new TreeMap<String, Quantity>();
        for (String name : List.of("hugepages-2Mi", "hugepages-1Gi")) {
            if (sum.amount(name) > 0) {
                requests.put(name, ResourceAmounts.binary(sum.amount(name)));
                limits.put(name, ResourceAmounts.binary(sum.amount(name)));
            }
        }
        if (requests.isEmpty()) {
            return pod;
        }
        var resources = Obj.builder();
        resources.putUnlessEmpty("limits", ResourceAmounts.texts(limits));
        resources.put("requests", ResourceAmounts.texts(requests));
        return pod.withAt(List.of("spec", "resources"), resources.build());
    }
}
