package dev.berth.harness.cases;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Obj;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Generates PodDisruptionBudgets, with selectors of every form and few disruptions left.
final class BudgetGenerator {
    private final CaseDraft draft;
    private final SeededRandom random;
    private final SelectorGenerator selectors;

    /// The pod that the last budget is for. Often, the next budget is for the same pod.
    private Obj last = Obj.EMPTY;

    BudgetGenerator(CaseDraft draft, SelectorGenerator selectors) {
        this.draft = draft;
        this.random = draft.random;
        this.selectors = selectors;
    }

    /// All budgets of the case, mostly for running pods.
    List<Obj> over(List<Obj> running) {
        var budgets = new ArrayList<Obj>();
        if (draft.has(CaseTheme.BUDGETS)) {
            int count = random.few(1, 5);
            for (int i = 0; i < count; i++) {
                budgets.add(budget("budget" + i, running));
            }
        }
        return budgets;
    }

    private Obj budget(String name, List<Obj> running) {
        if (last.fields().isEmpty() || random.chance(60)) {
            last = running.isEmpty() ? Obj.EMPTY : random.oneOf(running);
        }
        Obj about = last;
        String namespace =
                random.chance(85)
                        ? about.textAt("metadata", "namespace").orElse("default")
                        : random.oneOf(CaseDraft.NAMESPACES);
        var spec = Obj.builder();
        switch (random.between(0, 3)) {
            case 0 -> spec.put("minAvailable", random.between(0, 3));
            case 1 -> spec.put("minAvailable", "50%");
            case 2 -> spec.put("maxUnavailable", random.between(0, 1));
            default -> {}
        }
        // An absent selector is valid, too; like the empty selector, it selects no pods here.
        if (!random.chance(6)) {
            spec.put("selector", selector(about));
        }
        int allowed = random.oneOf(0, 0, 0, 0, 1, 1, 2, 3);
        var status =
                Obj.builder()
                        .put("disruptionsAllowed", allowed)
                        .put("currentHealthy", allowed + 1)
                        .put("desiredHealthy", 1)
                        .put("expectedPods", allowed + 1)
                        .put("observedGeneration", 1);
        status.putUnlessEmpty("disruptedPods", disrupted(running));
        return CaseDraft.object(
                        "policy/v1",
                        "PodDisruptionBudget",
                        Obj.builder().put("name", name).put("namespace", namespace).build())
                .put("spec", spec.build())
                .put("status", status.build())
                .build();
    }

    private Obj selector(Obj about) {
        if (random.chance(6)) {
            return Obj.EMPTY;
        }
        if (random.chance(5)) {
            // Such a value can be stored by an API server version without validation.
            return Obj.of("matchLabels", Obj.of("app", Json.of("-web-")));
        }
        return random.chance(60) ? selectors.matching(labels(about)) : selectors.ofPods();
    }

    private static Map<String, String> labels(Obj pod) {
        var labels = new LinkedHashMap<String, String>();
        Obj fields = pod.objAt("metadata", "labels").orElse(Obj.EMPTY);
        fields.fields().keySet().forEach(key -> labels.put(key, fields.textAt(key).orElse("")));
        return labels;
    }

    /// The pods whose eviction the API server has already granted, according to the controller.
    private Obj disrupted(List<Obj> running) {
        var names = new LinkedHashMap<String, String>();
        if (random.chance(25)) {
            for (Obj pod : random.some(running, random.between(1, 3))) {
                names.put(pod.textAt("metadata", "name").orElse(""), "2026-01-31T23:59:00Z");
            }
            if (random.chance(10)) {
                names.put("gone", "2026-01-31T23:59:00Z");
            }
        }
        return CaseDraft.texts(names);
    }
}
