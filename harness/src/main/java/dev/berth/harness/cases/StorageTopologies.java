package dev.berth.harness.cases;

import dev.berth.model.WellKnownLabels;
import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Generates the topology of storage: node labels, as volumes, classes and capacities refer to
/// them.
final class StorageTopologies {
    static final String AWS_ZONE = "topology.ebs.csi.aws.com/zone";
    static final String GCE_ZONE = "topology.gke.io/zone";

    private static final Map<String, List<String>> VALUES =
            Map.of(
                    WellKnownLabels.ZONE,
                    List.of("z1", "z2", "z3"),
                    WellKnownLabels.BETA_ZONE,
                    List.of("z1", "z2", "z3"),
                    AWS_ZONE,
                    List.of("z1", "z2", "z3"),
                    GCE_ZONE,
                    List.of("z1", "z2", "z3"),
                    WellKnownLabels.REGION,
                    List.of("r1", "r2"),
                    WellKnownLabels.BETA_REGION,
                    List.of("r1", "r2"),
                    NodeGenerator.RACK,
                    List.of("a", "b", "c"));

    private final CaseDraft draft;
    private final SeededRandom random;

    StorageTopologies(CaseDraft draft) {
        this.draft = draft;
        this.random = draft.random;
    }

    /// Adds the topology labels of drivers and clouds to a node.
    void addTo(Map<String, String> labels) {
        String zone = labels.getOrDefault(WellKnownLabels.ZONE, "z1");
        for (String key : List.of(AWS_ZONE, GCE_ZONE, WellKnownLabels.BETA_ZONE)) {
            if (random.chance(40)) {
                labels.put(key, random.chance(90) ? zone : random.oneOf(values(key)));
            }
        }
        if (random.chance(20)) {
            labels.put(WellKnownLabels.BETA_REGION, random.oneOf("r1", "r2"));
        }
        if (random.chance(10)) {
            labels.keySet()
                    .removeAll(
                            List.of(
                                    WellKnownLabels.BETA_ZONE,
                                    WellKnownLabels.BETA_REGION,
                                    WellKnownLabels.ZONE,
                                    WellKnownLabels.REGION));
        }
    }

    String key() {
        return random.oneOf(
                WellKnownLabels.HOSTNAME,
                WellKnownLabels.HOSTNAME,
                WellKnownLabels.ZONE,
                WellKnownLabels.ZONE,
                WellKnownLabels.REGION,
                NodeGenerator.RACK,
                WellKnownLabels.BETA_ZONE,
                WellKnownLabels.BETA_REGION,
                AWS_ZONE,
                GCE_ZONE);
    }

    /// Some values of a label, mostly existing ones.
    List<String> values(String key) {
        List<String> known =
                key.equals(WellKnownLabels.HOSTNAME)
                        ? draft.nodes
                        : VALUES.getOrDefault(key, List.of());
        List<String> some = random.some(known, random.between(1, 3));
        return some.isEmpty() || random.chance(3) ? List.of("nowhere") : some;
    }

    /// A selector of nodes by labels.
    Obj selector() {
        String key = key();
        return random.chance(60)
                ? Obj.of("matchLabels", Obj.of(key, Json.of(values(key).getFirst())))
                : Obj.of("matchExpressions", Json.arr(requirement(key, values(key))));
    }

    private Obj requirement(String key, List<String> values) {
        String operator = random.oneOf("In", "In", "In", "In", "NotIn", "Exists", "DoesNotExist");
        var requirement = Obj.builder().put("key", key).put("operator", operator);
        if (operator.endsWith("In")) {
            requirement.put("values", CaseDraft.texts(values));
        }
        return requirement.build();
    }

    /// The node affinity of a volume.
    Obj affinity() {
        var terms = new ArrayList<Json>();
        int count = random.few(1, 3);
        for (int i = 0; i < count; i++) {
            terms.add(term());
        }
        return Obj.of("required", Obj.of("nodeSelectorTerms", new Arr(terms)));
    }

    private Obj term() {
        if (random.chance(2)) {
            return Obj.EMPTY;
        }
        var term = Obj.builder();
        var expressions = new ArrayList<Json>();
        int count = random.few(1, 3);
        for (int i = 0; i < count; i++) {
            String key = key();
            expressions.add(requirement(key, values(key)));
        }
        if (!random.chance(3)) {
            term.put("matchExpressions", new Arr(expressions));
        }
        if (random.chance(4)) {
            term.put(
                    "matchFields",
                    Json.arr(
                            Obj.builder()
                                    .put("key", "metadata.name")
                                    .put("operator", "In")
                                    .put("values", CaseDraft.texts(List.of(draft.anyNode())))
                                    .build()));
        }
        return term.build();
    }

    /// The zones or regions in a volume label: one, or several in one value.
    String several(String key) {
        return random.chance(4) ? random.oneOf("z1__", "__", "") : String.join("__", values(key));
    }
}
