package dev.berth.testkit.cases;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/// Topology spread constraints of pods and of profiles.
final class SpreadGenerator {
    static final List<String> KEYS =
            List.of(
                    NodeGenerator.HOSTNAME,
                    NodeGenerator.ZONE,
                    NodeGenerator.ZONE,
                    NodeGenerator.REGION,
                    NodeGenerator.RACK);

    private final CaseDraft draft;
    private final SeededRandom dice;
    private final SelectorGenerator selectors;

    SpreadGenerator(CaseDraft draft, SelectorGenerator selectors) {
        this.draft = draft;
        this.dice = draft.dice;
        this.selectors = selectors;
    }

    Arr ofPod(Map<String, String> labels) {
        var constraints = new ArrayList<Json>();
        var seen = new HashSet<String>();
        int count = dice.few(1, 3);
        for (int i = 0; i < count; i++) {
            String key = dice.chance(3) ? "nobody.has/this" : dice.oneOf(KEYS);
            boolean hard = dice.chance(draft.quarrelsOver(CaseTheme.SPREAD) ? 85 : 55);
            if (seen.add(key + hard)) {
                constraints.add(constraint(labels, key, hard));
            }
        }
        return new Arr(constraints);
    }

    private Obj constraint(Map<String, String> labels, String key, boolean hard) {
        var constraint = skew(key, hard);
        List<String> keys = List.copyOf(labels.keySet());
        if (!dice.chance(5)) {
            boolean alike = dice.chance(draft.quarrels() ? 85 : 60);
            Obj selector = alike ? selectors.matching(labels) : selectors.ofPods();
            if (dice.chance(20)) {
                List<String> chosen =
                        keys.isEmpty() || dice.chance(30) ? List.of("rev") : dice.some(keys, 1);
                constraint = constraint.with("matchLabelKeys", CaseDraft.texts(chosen));
                if (dice.chance(50)) {
                    selector = selectors.merged(selector, labels, chosen, "In");
                }
            }
            constraint = constraint.with("labelSelector", selector);
        }
        // With fewer domains than wanted, no node with a match will do.
        boolean quarrels = draft.quarrelsOver(CaseTheme.SPREAD) && dice.chance(60);
        if (hard && (quarrels || dice.chance(25))) {
            int least = quarrels ? draft.nodes.size() + 1 : 1;
            constraint = constraint.with("minDomains", dice.between(least, least + 4));
        }
        if (dice.chance(25)) {
            constraint = constraint.with("nodeAffinityPolicy", dice.oneOf("Honor", "Ignore"));
        }
        if (dice.chance(25)) {
            constraint = constraint.with("nodeTaintsPolicy", dice.oneOf("Honor", "Ignore"));
        }
        return constraint;
    }

    private Obj skew(String key, boolean hard) {
        int most = draft.limits ? dice.oneOf(1, Integer.MAX_VALUE) : dice.few(1, 5);
        return Obj.builder()
                .put("maxSkew", most)
                .put("topologyKey", key)
                .put("whenUnsatisfiable", hard ? "DoNotSchedule" : "ScheduleAnyway")
                .build();
    }

    /// Constraints for pods that have none, as a profile lists them.
    Arr defaults() {
        var constraints = new ArrayList<Json>();
        var seen = new HashSet<String>();
        int count = dice.few(0, 3);
        for (int i = 0; i < count; i++) {
            String key = dice.oneOf(KEYS);
            boolean hard = dice.chance(45);
            if (seen.add(key + hard)) {
                Obj constraint = skew(key, hard);
                if (hard && dice.chance(15)) {
                    constraint = constraint.with("minDomains", dice.between(1, 4));
                }
                if (dice.chance(15)) {
                    constraint = constraint.with("nodeTaintsPolicy", dice.oneOf("Honor", "Ignore"));
                }
                constraints.add(constraint);
            }
        }
        return new Arr(constraints);
    }
}
