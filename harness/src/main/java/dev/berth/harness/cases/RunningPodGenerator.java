package dev.berth.harness.cases;

import dev.berth.model.Quantity;
import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Num;
import dev.berth.model.json.Json.Obj;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Generates running pods with the status that a kubelet reports.
final class RunningPodGenerator {
    private final CaseDraft draft;
    private final SeededRandom random;
    private final SelectorGenerator selectors;
    private final ResourceAmounts amounts;
    private final FreeResources capacity;
    private final PriorityGenerator priorities;
    private final StartTimes starts;
    private final PodGenerator pods;

    /// @param pods generates the pods without the parts that only running pods have
    RunningPodGenerator(
            CaseDraft draft,
            SelectorGenerator selectors,
            ResourceAmounts amounts,
            FreeResources capacity,
            PriorityGenerator priorities,
            StartTimes starts,
            PodGenerator pods) {
        this.draft = draft;
        this.random = draft.random;
        this.selectors = selectors;
        this.amounts = amounts;
        this.capacity = capacity;
        this.priorities = priorities;
        this.starts = starts;
        this.pods = pods;
    }

    /// A running pod of random size.
    Obj pod(String name, String node) {
        Map<String, Quantity> all =
                draft.has(CaseTheme.EXACT) && random.chance(20)
                        ? capacity.lopsidedRequests(node)
                        : Map.of();
        return pod(name, node, all);
    }

    /// A running pod that uses a part of the free resources, or all of them.
    Obj crowding(String name, String node, boolean last) {
        return pod(name, node, capacity.partRequests(node, last));
    }

    private Obj pod(String name, String node, Map<String, Quantity> tight) {
        long priority = priorities.ofRunning();
        Obj pod =
                pods.pod(name, priority, tight, PodGenerator.Role.RUNNING)
                        .withAt(List.of("spec", "nodeName"), Json.of(node));
        var status =
                Obj.builder()
                        .put(
                                "phase",
                                random.chance(96)
                                        ? "Running"
                                        : random.oneOf("Succeeded", "Failed"));
        status.putUnlessEmpty("startTime", starts.next(node, priority));
        pod = pod.with("status", status.build());
        if (draft.has(CaseTheme.RESIZE)) {
            pod = pod.with("status", resizing(pod, status.build()));
        }
        boolean leaving = draft.has(CaseTheme.DELETING);
        if (leaving || draft.knows(CaseTheme.DELETING) && random.chance(2)) {
            draft.clearing.add(node);
            pod = disrupted(pod);
        }
        return leaving ? PodGenerator.deleting(pod) : pod;
    }

    /// A copy of a pod on another node.
    Obj copy(Obj other, String name, String node) {
        return placed(other, name, node, priorityOf(other), start(other));
    }

    /// A copy of a pod on another node with one difference.
    Obj nearCopy(Obj other, String name, String node) {
        long priority = priorityOf(other);
        String start = start(other);
        Obj pod = other;
        switch (random.between(0, 4)) {
            case 0 -> priority = priorities.ofRunning();
            case 1 -> priority = PriorityGenerator.LOWEST;
            case 2 -> {
                Obj labels = CaseDraft.texts(selectors.podLabels());
                pod = pod.withAt(List.of("metadata", "labels"), labels);
            }
            case 3 -> {
                String namespace = random.oneOf(CaseDraft.NAMESPACES);
                pod = pod.withAt(List.of("metadata", "namespace"), Json.of(namespace));
            }
            default -> start = "";
        }
        return placed(pod, name, node, priority, start);
    }

    /// A copy of a pod on another node with the lowest priority.
    Obj lowPriorityCopy(Obj other, String name, String node) {
        return placed(other, name, node, PriorityGenerator.LOWEST, start(other));
    }

    private Obj placed(Obj like, String name, String node, long priority, String wanted) {
        Obj pod =
                like.withAt(List.of("metadata", "name"), Json.of(name))
                        .withAt(List.of("spec", "nodeName"), Json.of(node))
                        .withAt(List.of("spec", "priority"), Json.of(priority));
        if (like.at("metadata", "uid").isPresent()) {
            pod = pod.withAt(List.of("metadata", "uid"), Json.of("uid-" + name));
        }
        if (draft.clearing.contains(like.textAt("spec", "nodeName").orElse(""))) {
            draft.clearing.add(node);
        }
        boolean free = !wanted.isEmpty() && starts.take(node, priority, wanted);
        String start = free ? wanted : starts.next(node, priority);
        return start.isEmpty()
                ? pod.withoutAt("status", "startTime")
                : pod.withAt(List.of("status", "startTime"), Json.of(start));
    }

    private static String start(Obj pod) {
        return pod.textAt("status", "startTime").orElse("");
    }

    private static long priorityOf(Obj pod) {
        return pod.at("spec", "priority").orElse(Json.of(0)) instanceof Num number
                ? number.asLong().orElse(0)
                : 0;
    }

    /// Adds the condition that explains the deletion of the pod: preemption, or a similar reason.
    private Obj disrupted(Obj pod) {
        var conditions = new ArrayList<Json>();
        if (pod.at("status", "conditions").orElse(Arr.EMPTY) instanceof Arr(List<Json> had)) {
            conditions.addAll(had);
        }
        if (random.chance(40)) {
            conditions.add(condition("Ready", "False", "PodCompleted"));
        }
        if (random.chance(85)) {
            conditions.add(
                    random.chance(65)
                            ? condition("DisruptionTarget", "True", "PreemptionByScheduler")
                            : random.oneOf(
                                    condition("DisruptionTarget", "False", "PreemptionByScheduler"),
                                    condition("DisruptionTarget", "True", "EvictionByEvictionAPI"),
                                    condition("DisruptionTarget", "True", "preemptionbyscheduler"),
                                    condition("Disrupted", "True", "PreemptionByScheduler")));
        }
        if (random.chance(5)) {
            // Of two such conditions, which only an update can leave, the first counts.
            conditions.add(condition("DisruptionTarget", "True", "PreemptionByScheduler"));
        }
        return pod.withAt(List.of("status", "conditions"), new Arr(conditions));
    }

    private static Obj condition(String type, String status, String reason) {
        return Obj.builder().put("type", type).put("status", status).put("reason", reason).build();
    }

    /// A status with allocated resources that differ from the requests.
    private Obj resizing(Obj pod, Obj status) {
        var statuses = new ArrayList<Json>();
        var initStatuses = new ArrayList<Json>();
        for (String list : List.of("containers", "initContainers")) {
            if (pod.at("spec", list).orElse(Arr.EMPTY) instanceof Arr(List<Json> containers)) {
                for (Json container : containers) {
                    if (random.chance(80)) {
                        (list.equals("containers") ? statuses : initStatuses).add(given(container));
                    }
                }
            }
        }
        Obj changed = status;
        if (!statuses.isEmpty()) {
            changed = changed.with("containerStatuses", new Arr(statuses));
        }
        if (!initStatuses.isEmpty()) {
            changed = changed.with("initContainerStatuses", new Arr(initStatuses));
        }
        boolean podLevel = pod.objAt("spec", "resources").isPresent();
        if (random.chance(podLevel ? 70 : 15)) {
            changed = changed.with("resources", withUnlessEmpty(Obj.EMPTY, "requests", given()));
            if (random.chance(70)) {
                changed = withUnlessEmpty(changed, "allocatedResources", given());
            }
        }
        String condition =
                random.oneOf("", "PodResizePending", "PodResizePending", "PodResizeInProgress");
        if (!condition.isEmpty()) {
            var entry = Obj.builder().put("type", condition).put("status", "True");
            if (condition.equals("PodResizePending")) {
                entry.put("reason", random.oneOf("Infeasible", "Deferred"));
            }
            changed = changed.with("conditions", Json.arr(entry.build()));
        }
        return changed;
    }

    private static Obj withUnlessEmpty(Obj to, String field, Obj value) {
        return value.fields().isEmpty() ? to : to.with(field, value);
    }

    private Obj given(Json container) {
        var status =
                Obj.builder()
                        .put("name", container.textAt("name").orElse(""))
                        .put("ready", true)
                        .put("restartCount", 0)
                        .put("image", container.textAt("image").orElse(""))
                        .put("imageID", "");
        if (random.chance(85)) {
            status.put(
                    "resources",
                    random.chance(90)
                            ? withUnlessEmpty(Obj.EMPTY, "requests", given())
                            : Obj.EMPTY);
        }
        if (random.chance(85)) {
            status.putUnlessEmpty("allocatedResources", given());
        }
        return status.build();
    }

    private Obj given() {
        var list = new TreeMap<String, Quantity>();
        if (random.chance(90)) {
            list.put("cpu", amounts.cpu());
        }
        if (random.chance(90)) {
            list.put("memory", amounts.memory());
        }
        return ResourceAmounts.texts(list);
    }
}
