package dev.berth.harness.cases;

import dev.berth.model.WellKnownLabels;
import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/// Generates topology spread constraints of pods and profiles.
final class SpreadGenerator {
    static final List<String> KEYS =
            List.of(
                    WellKnownLabels.HOSTNAME,
                    WellKnownLabels.ZONE,
                    WellKnownLabels.ZONE,
                    WellKnownLabels.REGION,
                    NodeGenerator.RACK);

    private final CaseDraft draft;
    private final SeededRandom random;
    private final SelectorGenerator selectors;

    SpreadGenerator(CaseDraft draft, SelectorGenerator selectors) {
        this.draft = draft;
        this.random = draft.random;
        this.selectors = selectors;
    }

    Arr ofPod(Map<String, String> labels) {
        var constraints = new ArrayList<Json>();
        var seen = new HashSet<String>();
        int count = random.few(1, 3);
        for (int i = 0; i < count; i++) {
            String key = random.chance(3) ? "nobody.has/this" : random.oneOf(KEYS);
            boolean hard = random.chance(draft.quarrelsOver(CaseTheme.SPREAD) ? 85 : 55);
            if (seen.add(key + hard)) {
                constraints.add(constraint(labels, key, hard));
            }
        }
        return new Arr(constraints);
    }

    private Obj constraint(Map<String, String> labels, String key, boolean hard) {
        var constraint = skew(key, hard);
        List<String> keys = List.copyOf(labels.keySet());
        if (!random.chance(5)) {
            boolean alike = random.chance(draft.quarrels() ? 85 : 60);
            Obj selector = alike ? selectors.matching(labels) : selectors.ofPods();
            if (random.chance(20)) {
                List<String> chosen =
                        keys.isEmpty() || random.chance(30) ? List.of("rev") : random.some(keys, 1);
                constraint = constraint.with("matchLabelKeys", CaseDraft.texts(chosen));
                if (random.chance(50)) {
                    selector = selectors.merged(selector, labels, chosen, "In");
                }
            }
            constraint = constraint.with("labelSelector", selector);
        }
        // With fewer domains than minDomains, no node with a match is feasible.
        boolean quarrels = draft.quarrelsOver(CaseTheme.SPREAD) && random.chance(60);
        if (hard && (quarrels || random.chance(25))) {
            int least = quarrels ? draft.nodes.size() + 1 : 1;
            constraint = constraint.with("minDomains", random.between(least, least + 4));
        }
        if (random.chance(25)) {
            constraint = constraint.with("nodeAffinityPolicy", random.oneOf("Honor", "Ignore"));
        }
        if (random.chance(25)) {
            constraint = constraint.with("nodeTaintsPolicy", random.oneOf("Honor", "Ignore"));
        }
        return constraint;
    }

    private Obj skew(String key, boolean hard) {
        int max = draft.limits ? random.oneOf(1, Integer.MAX_VALUE) : random.few(1, 5);
        return Obj.builder()
                .put("maxSkew", max)
                .put("topologyKey", key)
                .put("whenUnsatisfiable", hard ? "DoNotSchedule" : "ScheduleAnyway")
                .build();
    }

    /// Default constraints of a profile.
    Arr defaults() {
        var constraints = new ArrayList<Json>();
        var seen = new HashSet<String>();
        int count = random.few(0, 3);
        for (int i = 0; i < count; i++) {
            String key = random.oneOf(KEYS);
            boolean hard = random.chance(45);
            if (seen.add(key + hard)) {
                Obj constraint = skew(key, hard);
                if (hard && random.chance(15)) {
                    constraint = constraint.with("minDomains", random.between(1, 4));
                }
                if (random.chance(15)) {
                    constraint =
                            constraint.with("nodeTaintsPolicy", random.oneOf("Honor", "Ignore"));
                }
                constraints.add(constraint);
            }
        }
        return new Arr(constraints);
    }
}
