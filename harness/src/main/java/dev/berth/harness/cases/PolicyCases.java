package dev.berth.harness.cases;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Generates decision cases with a random Policy, from items with an exact equivalent in current
/// configurations. The clusters and pods come from [DecisionCases].
public final class PolicyCases {
    /// The predicates with their plugins.
    public static final Map<String, Set<String>> PREDICATES = predicates();

    /// The priorities with their plugins.
    public static final Map<String, String> PRIORITIES = priorities();

    private static final List<String> BY_REQUESTS =
            List.of("LeastRequestedPriority", "MostRequestedPriority");
    private static final List<CaseFamily> FAMILIES =
            List.of(
                    CaseFamily.IMAGE_LOCALITY,
                    CaseFamily.PREEMPT,
                    CaseFamily.SEQUENCE,
                    CaseFamily.MIXED);

    /// The subject of a case: a predicate, the family in which it rejects most nodes, and its
    /// frequency, because it has no effect in many clusters.
    private record Topic(String predicate, CaseFamily family, int share) {}

    private static final List<Topic> TOPICS =
            Stream.of(
                            new Topic("CheckNodeUnschedulable", CaseFamily.NODES, 1),
                            new Topic("GeneralPredicates", CaseFamily.FIT, 1),
                            new Topic("HostName", CaseFamily.NODES, 2),
                            new Topic("PodFitsHostPorts", CaseFamily.PORTS_OF_PODS, 3),
                            new Topic("PodFitsPorts", CaseFamily.PORTS_OF_PODS, 2),
                            new Topic("MatchNodeSelector", CaseFamily.NODES, 1),
                            new Topic("PodFitsResources", CaseFamily.EXTREME, 1),
                            new Topic("NoDiskConflict", CaseFamily.VOLUMES_OF_PODS, 4),
                            new Topic("PodToleratesNodeTaints", CaseFamily.NODES, 1),
                            new Topic("MaxCSIVolumeCountPred", CaseFamily.VOLUMES_OF_PODS, 8),
                            new Topic("CheckVolumeBinding", CaseFamily.VOLUMES_OF_PODS, 1),
                            new Topic("NoVolumeZoneConflict", CaseFamily.VOLUMES_OF_PODS, 6),
                            new Topic("EvenPodsSpread", CaseFamily.SPREAD_OF_PODS, 4),
                            new Topic("MatchInterPodAffinity", CaseFamily.AFFINITY, 2))
                    .flatMap(topic -> Collections.nCopies(topic.share(), topic).stream())
                    .toList();

    private PolicyCases() {}

    private static Map<String, Set<String>> predicates() {
        var all = new LinkedHashMap<String, Set<String>>();
        all.put("CheckNodeUnschedulable", Set.of("NodeUnschedulable"));
        all.put(
                "GeneralPredicates",
                Set.of("NodeResourcesFit", "NodeName", "NodePorts", "NodeAffinity"));
        all.put("HostName", Set.of("NodeName"));
        all.put("PodFitsHostPorts", Set.of("NodePorts"));
        all.put("PodFitsPorts", Set.of("NodePorts"));
        all.put("MatchNodeSelector", Set.of("NodeAffinity"));
        all.put("PodFitsResources", Set.of("NodeResourcesFit"));
        all.put("NoDiskConflict", Set.of("VolumeRestrictions"));
        all.put("PodToleratesNodeTaints", Set.of("TaintToleration"));
        all.put("MaxCSIVolumeCountPred", Set.of("NodeVolumeLimits"));
        all.put("CheckVolumeBinding", Set.of("VolumeBinding"));
        all.put("NoVolumeZoneConflict", Set.of("VolumeZone"));
        all.put("EvenPodsSpread", Set.of("PodTopologySpread"));
        all.put("MatchInterPodAffinity", Set.of("InterPodAffinity"));
        return all;
    }

    private static Map<String, String> priorities() {
        var all = new LinkedHashMap<String, String>();
        all.put("EvenPodsSpreadPriority", "PodTopologySpread");
        all.put("ImageLocalityPriority", "ImageLocality");
        all.put("InterPodAffinityPriority", "InterPodAffinity");
        all.put("LeastRequestedPriority", "NodeResourcesFit");
        all.put("MostRequestedPriority", "NodeResourcesFit");
        all.put("NodeAffinityPriority", "NodeAffinity");
        all.put("TaintTolerationPriority", "TaintToleration");
        return all;
    }

    /// Generates one case; its `config` is a Policy.
    public static Obj make(long seed, long index) {
        SeededRandom random = SeededRandom.of("policy", seed, index);
        Topic topic = random.oneOf(TOPICS);
        CaseFamily family = random.chance(80) ? topic.family() : random.oneOf(FAMILIES);
        Obj cluster = DecisionCases.make(family, seed, index);
        return cluster.with("id", "policy-" + seed + "-" + index)
                .with("config", policy(topic, random))
                .with("pods", pods(cluster, topic, random));
    }

    /// Some pods get a node name, which no family sets often enough.
    private static Arr pods(Obj cluster, Topic topic, SeededRandom random) {
        int percent = topic.predicate().equals("HostName") ? 50 : 1;
        return cluster.field("pods").orElse(Arr.EMPTY) instanceof Arr(var pods)
                ? new Arr(
                        pods.stream()
                                .map(pod ->
                                        pod instanceof Obj one && random.chance(percent)
                                                ? one.withAt(
                                                        List.of("spec", "nodeName"), Json.of("n1"))
                                                : pod)
                                .toList())
                : Arr.EMPTY;
    }

    private static Obj policy(Topic topic, SeededRandom random) {
        var out = Obj.builder().put("apiVersion", "v1").put("kind", "Policy");
        out.put("predicates", new Arr(predicates(topic, random)));
        out.put("priorities", new Arr(priorities(random)));
        if (random.chance(30)) {
            out.put("hardPodAffinitySymmetricWeight", random.between(0, 100));
        }
        return out.build();
    }

    private static List<Json> predicates(Topic topic, SeededRandom random) {
        // With few predicates, one does not hide the result of another.
        List<String> names = List.copyOf(PREDICATES.keySet());
        int count = random.chance(70) ? random.between(0, 3) : random.between(0, names.size());
        var taken = new ArrayList<>(random.some(names, count));
        if (random.chance(95)) {
            taken.add(topic.predicate());
        }
        return taken.stream().<Json>map(name -> Obj.of("name", Json.of(name))).toList();
    }

    private static List<Json> priorities(SeededRandom random) {
        var names = new ArrayList<>(PRIORITIES.keySet());
        names.removeAll(BY_REQUESTS);
        names.add("EqualPriority");
        var taken = new ArrayList<>(random.some(names, random.between(0, names.size())));
        if (random.chance(70)) {
            taken.add(random.oneOf(BY_REQUESTS));
        }
        return taken.stream().<Json>map(name -> priority(name, random)).toList();
    }

    private static Json priority(String name, SeededRandom random) {
        return Obj.of("name", Json.of(name))
                .with("weight", random.chance(80) ? random.between(1, 10) : 100_000);
    }
}
