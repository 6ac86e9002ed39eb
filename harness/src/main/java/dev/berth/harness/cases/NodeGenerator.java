package dev.berth.harness.cases;

import dev.berth.model.WellKnownLabels;
import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/// Generates nodes with labels, taints, images and resources.
final class NodeGenerator {
    static final String RACK = "rack";
    static final String CORDONED = "node.kubernetes.io/unschedulable";

    static final List<String> TAINT_KEYS = List.of("gpu", "example.com/dedicated", "maintenance");
    static final List<String> TAINT_VALUES = List.of("", "yes", "a");
    static final List<String> EFFECTS = List.of("NoSchedule", "PreferNoSchedule", "NoExecute");
    private static final List<String> DECLARED =
            List.of(
                    "RestartAllContainersOnContainerExits",
                    "SomethingNew",
                    "UserNamespacesHostNetworkSupport");

    private final CaseDraft draft;
    private final SeededRandom random;
    private final SelectorGenerator selectors;
    private final ResourceAmounts amounts;
    private final ImageGenerator images;

    NodeGenerator(
            CaseDraft draft,
            SelectorGenerator selectors,
            ResourceAmounts amounts,
            ImageGenerator images) {
        this.draft = draft;
        this.random = draft.random;
        this.selectors = selectors;
        this.amounts = amounts;
        this.images = images;
    }

    /// Generates the names first, because objects on a node can refer to any other node.
    void name() {
        int count = count();
        for (int i = 1; i <= count; i++) {
            draft.nodes.add(
                    draft.limits && random.chance(5)
                            ? "n" + i + "." + "x".repeat(61) + ".example"
                            : "n" + i);
        }
    }

    private int count() {
        if (draft.limits) {
            return random.oneOf(0, 1, 1, 1, 2, 3, 12);
        }
        if (random.chance(2)) {
            return random.between(0, 1);
        }
        return draft.family == CaseFamily.SEQUENCE
                ? random.between(1, 12)
                : random.chance(70) ? random.between(2, 6) : random.between(1, 12);
    }

    List<Obj> all() {
        var all = new ArrayList<Obj>();
        Obj defaultValue = amounts.ofNode();
        for (String name : draft.nodes) {
            all.add(node(name, draft.twins && random.chance(85) ? defaultValue : amounts.ofNode()));
        }
        return all;
    }

    private Obj node(String name, Obj allocatable) {
        var labels = new LinkedHashMap<String, String>();
        if (draft.labeled || !random.chance(6)) {
            labels.put(WellKnownLabels.HOSTNAME, name);
        }
        topology(labels);
        selectors.addNodeLabels(labels);
        if (random.chance(draft.labeled ? 0 : 4)) {
            labels.clear();
        }
        var spec = Obj.builder();
        boolean cordoned = draft.has(CaseTheme.CORDONS);
        if (cordoned) {
            spec.put("unschedulable", true);
        }
        spec.putUnlessEmpty("taints", taints(cordoned));
        var status = Obj.builder().put("capacity", allocatable).put("allocatable", allocatable);
        if (draft.knows(CaseTheme.IMAGES)) {
            status.putUnlessEmpty("images", images.onNode());
        }
        if (draft.knows(CaseTheme.FEATURES)) {
            status.putUnlessEmpty(
                    "declaredFeatures",
                    CaseDraft.texts(DECLARED.stream().filter(each -> random.chance(50)).toList()));
        }
        var metadata = Obj.builder().put("name", name);
        metadata.putUnlessEmpty("labels", CaseDraft.texts(labels));
        return CaseDraft.object("v1", "Node", metadata.build())
                .put("spec", spec.build())
                .put("status", status.build())
                .build();
    }

    private void topology(Map<String, String> labels) {
        if (draft.labeled || !random.chance(20)) {
            labels.put(WellKnownLabels.ZONE, random.oneOf("z1", "z1", "z2", "z2", "z3", ""));
        }
        if (draft.labeled || random.chance(60)) {
            labels.put(WellKnownLabels.REGION, random.oneOf("r1", "r2"));
        }
        if (draft.labeled || random.chance(60)) {
            labels.put(RACK, random.oneOf("a", "b", "c"));
        }
        if (random.chance(4)) {
            labels.put(WellKnownLabels.BETA_ZONE, random.oneOf("z1", "z2"));
        }
        if (draft.knows(CaseTheme.VOLUMES)) {
            new StorageTopologies(draft).addTo(labels);
        }
    }

    private Arr taints(boolean cordoned) {
        var taints = new ArrayList<Json>();
        var seen = new LinkedHashSet<String>();
        if (cordoned && random.chance(60)) {
            taints.add(taint(CORDONED, "", "NoSchedule"));
        }
        if (draft.has(CaseTheme.TAINTS)) {
            int count = draft.limits ? random.between(1, 40) : random.between(1, 4);
            for (int i = 0; i < count; i++) {
                String key = draft.limits ? "key-" + i : random.oneOf(TAINT_KEYS);
                String effect = random.chance(60) ? "PreferNoSchedule" : random.oneOf(EFFECTS);
                if (draft.limits && random.chance(85)) {
                    effect = "PreferNoSchedule";
                }
                if (seen.add(key + effect)) {
                    taints.add(taint(key, random.oneOf(TAINT_VALUES), effect));
                }
            }
        }
        return new Arr(taints);
    }

    private static Obj taint(String key, String value, String effect) {
        var taint = Obj.builder().put("key", key);
        taint.putUnlessEmpty("value", value);
        if (effect.equals("NoExecute")) {
            taint.put("timeAdded", "2026-01-01T00:00:00Z");
        }
        return taint.put("effect", effect).build();
    }
}
