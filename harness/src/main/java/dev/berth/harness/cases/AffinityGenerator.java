package dev.berth.harness.cases;

import dev.berth.model.WellKnownLabels;
import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Generates node affinity, pod affinity and pod anti-affinity.
final class AffinityGenerator {
    private static final List<String> KEYS =
            List.of(
                    WellKnownLabels.HOSTNAME,
                    WellKnownLabels.ZONE,
                    WellKnownLabels.ZONE,
                    WellKnownLabels.REGION,
                    NodeGenerator.RACK);

    private final CaseDraft draft;
    private final SeededRandom random;
    private final SelectorGenerator selectors;

    AffinityGenerator(CaseDraft draft, SelectorGenerator selectors) {
        this.draft = draft;
        this.random = draft.random;
        this.selectors = selectors;
    }

    /// The affinity of a pod, empty if it has none.
    Obj of(String namespace, Map<String, String> labels, boolean running) {
        var affinity = Obj.builder();
        if (draft.has(CaseTheme.NODE_AFFINITY) && !running) {
            affinity.putUnlessEmpty("nodeAffinity", ofNodes());
        }
        if (draft.has(CaseTheme.POD_AFFINITY)) {
            boolean quarrels = draft.quarrelsOver(CaseTheme.POD_AFFINITY);
            int kind = random.between(quarrels ? 4 : 0, 9);
            if (kind <= 4 || kind == 9) {
                affinity.put("podAffinity", ofPods(namespace, labels, 45));
            }
            if (kind >= 4) {
                int required = quarrels ? 85 : running ? 55 : 50;
                affinity.put("podAntiAffinity", ofPods(namespace, labels, required));
            }
        }
        return affinity.build();
    }

    Obj ofNodes() {
        var affinity = Obj.builder();
        if (random.chance(60)) {
            affinity.put(
                    "requiredDuringSchedulingIgnoredDuringExecution",
                    Obj.of("nodeSelectorTerms", selectors.nodeTerms()));
        }
        if (random.chance(55)) {
            affinity.put("preferredDuringSchedulingIgnoredDuringExecution", preferredNodes());
        }
        return affinity.build();
    }

    private Arr preferredNodes() {
        var terms = new ArrayList<Json>();
        int count = random.between(1, 4);
        for (int i = 0; i < count; i++) {
            terms.add(
                    Obj.builder()
                            .put("weight", weight())
                            .put("preference", selectors.nodeTerm())
                            .build());
        }
        return new Arr(terms);
    }

    private Obj ofPods(String namespace, Map<String, String> labels, int required) {
        var affinity = Obj.builder();
        boolean hard = random.chance(required);
        if (hard) {
            var terms = new ArrayList<Json>();
            int count = random.few(1, 3);
            for (int i = 0; i < count; i++) {
                terms.add(podTerm(namespace, labels));
            }
            affinity.put("requiredDuringSchedulingIgnoredDuringExecution", new Arr(terms));
        }
        // An empty object is valid, too, and counts as affinity.
        if (!hard && random.chance(95) || random.chance(25)) {
            var terms = new ArrayList<Json>();
            int count = random.few(1, 3);
            for (int i = 0; i < count; i++) {
                terms.add(
                        Obj.builder()
                                .put("weight", weight())
                                .put("podAffinityTerm", podTerm(namespace, labels))
                                .build());
            }
            affinity.put("preferredDuringSchedulingIgnoredDuringExecution", new Arr(terms));
        }
        return affinity.build();
    }

    private Obj podTerm(String namespace, Map<String, String> labels) {
        var term = Obj.builder();
        boolean alike = random.chance(draft.quarrels() ? 75 : 35);
        Obj selector = alike ? selectors.matching(labels) : selectors.ofPods();
        if (!random.chance(4)) {
            List<String> keys = List.copyOf(labels.keySet());
            if (!keys.isEmpty() && random.chance(12)) {
                List<String> chosen = random.some(keys, 1);
                boolean match = random.chance(60);
                selector = selectors.merged(selector, labels, chosen, match ? "In" : "NotIn");
                term.put(match ? "matchLabelKeys" : "mismatchLabelKeys", CaseDraft.texts(chosen));
            }
            term.put("labelSelector", selector);
        }
        String key = random.chance(4) ? "nobody.has/this" : random.oneOf(KEYS);
        boolean near = draft.quarrels() && random.chance(60);
        term.put("topologyKey", near ? WellKnownLabels.HOSTNAME : key);
        if (random.chance(15)) {
            List<String> names =
                    new ArrayList<>(random.some(CaseDraft.NAMESPACES, random.between(1, 2)));
            if (random.chance(20)) {
                names.add(namespace.equals("default") ? "nowhere" : "default");
            }
            term.put("namespaces", CaseDraft.texts(names.stream().distinct().toList()));
        }
        if (random.chance(20)) {
            term.put("namespaceSelector", selectors.ofNamespaces());
        }
        return term.build();
    }

    private int weight() {
        return random.chance(10) ? random.oneOf(1, 100) : random.between(1, 100);
    }
}
