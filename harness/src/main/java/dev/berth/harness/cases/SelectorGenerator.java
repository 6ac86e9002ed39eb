package dev.berth.harness.cases;

import dev.berth.model.WellKnownLabels;
import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Generates labels from small sets, and selectors that often match them.
final class SelectorGenerator {
    /// The keys and values of pod labels.
    private static final Map<String, List<String>> POD =
            Map.of(
                    "app", List.of("web", "db", "cache"),
                    "tier", List.of("front", "back"),
                    "rev", List.of("1", "2"));

    private static final List<String> POD_KEYS = List.of("app", "tier", "rev");

    /// The keys and values of node labels, without topology labels.
    private static final Map<String, List<String>> NODE =
            Map.of(
                    "disk",
                    List.of("ssd", "hdd", ""),
                    "gen",
                    List.of("1", "2", "3", "007", "10", "abc", "9223372036854775807"),
                    "example.com/pool",
                    List.of("a", "b"));

    private static final List<String> NODE_KEYS = List.of("disk", "gen", "example.com/pool");

    private static final Map<String, List<String>> NAMESPACE =
            Map.of("env", List.of("prod", "dev"), "team", List.of("x", "y"));

    private final CaseDraft draft;
    private final SeededRandom random;

    SelectorGenerator(CaseDraft draft) {
        this.draft = draft;
        this.random = draft.random;
    }

    /// The labels of a pod; often none, so that missing labels occur.
    Map<String, String> podLabels() {
        var labels = new LinkedHashMap<String, String>();
        for (String key : POD_KEYS) {
            if (random.chance(key.equals("app") ? 85 : 40)) {
                List<String> values = POD.getOrDefault(key, List.of());
                boolean defaultValue = draft.quarrels() && random.chance(70);
                labels.put(key, defaultValue ? values.getFirst() : random.oneOf(values));
            }
        }
        if (draft.limits && random.chance(20)) {
            labels.put("a.".repeat(126) + "b/" + "k".repeat(63), "v".repeat(63));
        }
        return labels;
    }

    Map<String, String> namespaceLabels(String name) {
        var labels = new LinkedHashMap<String, String>();
        labels.put("kubernetes.io/metadata.name", name);
        for (String key : List.of("env", "team")) {
            if (random.chance(60)) {
                labels.put(key, random.oneOf(NAMESPACE.getOrDefault(key, List.of())));
            }
        }
        return labels;
    }

    void addNodeLabels(Map<String, String> labels) {
        for (String key : NODE_KEYS) {
            if (random.chance(45)) {
                labels.put(key, random.oneOf(NODE.getOrDefault(key, List.of())));
            }
        }
    }

    /// A selector for pods of any valid form, including the empty one.
    Obj ofPods() {
        if (random.chance(8)) {
            return Obj.EMPTY;
        }
        var selector = Obj.builder();
        if (random.chance(70)) {
            String key = random.chance(70) ? "app" : random.oneOf(POD_KEYS);
            selector.put("matchLabels", Obj.of(key, Json.of(value(POD, key))));
        } else if (random.chance(85)) {
            selector.put("matchExpressions", Json.arr(expression(POD, POD_KEYS)));
        } else {
            selector.put("matchLabels", Obj.of("tier", Json.of(value(POD, "tier"))));
            selector.put("matchExpressions", Json.arr(expression(POD, List.of("app", "rev"))));
        }
        if (draft.has(CaseTheme.UNREADABLE)) {
            selector.put("matchLabels", Obj.of("app", Json.of("-web-")));
        }
        return selector.build();
    }

    /// A selector that matches the labels, if there are any.
    Obj matching(Map<String, String> labels) {
        if (labels.isEmpty()) {
            return ofPods();
        }
        String key = random.oneOf(List.copyOf(labels.keySet()));
        String value = labels.getOrDefault(key, "");
        return random.chance(70)
                ? Obj.of("matchLabels", Obj.of(key, Json.of(value)))
                : Obj.of(
                        "matchExpressions",
                        Json.arr(
                                requirement(
                                        key,
                                        random.oneOf("In", "Exists"),
                                        List.of(value, "other"))));
    }

    /// A selector for namespaces; selectors with only negations are of special interest.
    Obj ofNamespaces() {
        if (random.chance(20)) {
            return Obj.EMPTY;
        }
        List<String> keys = List.of("env", "team");
        if (random.chance(25)) {
            String key = random.oneOf(keys);
            return Obj.of(
                    "matchExpressions",
                    Json.arr(
                            requirement(
                                    key,
                                    random.oneOf("NotIn", "DoesNotExist"),
                                    List.of(value(NAMESPACE, key)))));
        }
        if (random.chance(50)) {
            String key = random.oneOf(keys);
            return Obj.of("matchLabels", Obj.of(key, Json.of(value(NAMESPACE, key))));
        }
        return Obj.of("matchExpressions", Json.arr(expression(NAMESPACE, keys)));
    }

    /// A selector of pods by equality, as services and ReplicationControllers have.
    Map<String, String> byEquality(Map<String, String> labels) {
        var selector = new LinkedHashMap<String, String>();
        if (!labels.isEmpty() && random.chance(70)) {
            String key = random.oneOf(List.copyOf(labels.keySet()));
            selector.put(key, labels.getOrDefault(key, ""));
        } else {
            selector.put("app", value(POD, "app"));
        }
        if (random.chance(15)) {
            selector.put("tier", value(POD, "tier"));
        }
        return selector;
    }

    /// The selector as the API server stores it, with matchLabelKeys and mismatchLabelKeys merged.
    Obj merged(Obj selector, Map<String, String> labels, List<String> keys, String operator) {
        Arr expressions =
                selector.field("matchExpressions").orElse(Arr.EMPTY) instanceof Arr had
                        ? had
                        : Arr.EMPTY;
        for (String key : keys) {
            String value = labels.get(key);
            if (value != null) {
                expressions = expressions.with(requirement(key, operator, List.of(value)));
            }
        }
        return expressions.elements().isEmpty()
                ? selector
                : selector.with("matchExpressions", expressions);
    }

    /// The terms of a node selector, of which one must match.
    Arr nodeTerms() {
        var terms = new ArrayList<Json>();
        int count = random.few(1, 3);
        for (int i = 0; i < count; i++) {
            terms.add(nodeTerm());
        }
        return new Arr(terms);
    }

    Obj nodeTerm() {
        if (random.chance(4)) {
            return Obj.EMPTY;
        }
        var term = Obj.builder();
        boolean byName = random.chance(22);
        if (!byName || random.chance(25)) {
            var expressions = new ArrayList<Json>();
            int count = random.few(1, 3);
            for (int i = 0; i < count; i++) {
                expressions.add(nodeExpression());
            }
            term.put("matchExpressions", new Arr(expressions));
        }
        if (byName) {
            var fields = new ArrayList<Json>();
            int count = random.chance(35) ? 2 : 1;
            for (int i = 0; i < count; i++) {
                String operator = random.chance(75) ? "In" : "NotIn";
                fields.add(requirement("metadata.name", operator, List.of(draft.anyNode())));
            }
            term.put("matchFields", new Arr(fields));
        }
        return term.build();
    }

    /// A node selector by equality.
    Map<String, String> nodeSelector() {
        var selector = new LinkedHashMap<String, String>();
        if (random.chance(5)) {
            return selector;
        }
        String key = random.oneOf(NODE_KEYS);
        selector.put(key, value(NODE, key));
        if (random.chance(25)) {
            selector.put(WellKnownLabels.ZONE, random.oneOf("z1", "z2"));
        }
        if (draft.has(CaseTheme.UNREADABLE)) {
            selector.put("disk", "not a label value");
        }
        return selector;
    }

    private Obj nodeExpression() {
        if (draft.has(CaseTheme.UNREADABLE)) {
            return random.oneOf(
                    requirement("gen", "Gt", List.of("abc")),
                    requirement("gen", "Lt", List.of("-1")),
                    requirement("gen", "Gt", List.of("99999999999999999999")),
                    requirement("disk", "In", List.of("-ssd-")),
                    requirement("disk", "NotIn", List.of("x".repeat(64))));
        }
        if (random.chance(30)) {
            return requirement(
                    "gen",
                    random.oneOf("Gt", "Lt"),
                    List.of(random.oneOf("0", "1", "2", "3", "007", "9", "9223372036854775806")));
        }
        if (random.chance(20)) {
            return requirement(
                    WellKnownLabels.ZONE,
                    random.oneOf("In", "NotIn", "Exists", "DoesNotExist"),
                    List.of("z1", "z3"));
        }
        return expression(NODE, NODE_KEYS);
    }

    private Obj expression(Map<String, List<String>> alphabet, List<String> keys) {
        String key = random.oneOf(keys);
        var values = new ArrayList<String>();
        values.add(value(alphabet, key));
        if (random.chance(30)) {
            values.add("other");
        }
        return requirement(
                key, random.oneOf("In", "In", "NotIn", "Exists", "DoesNotExist"), values);
    }

    private String value(Map<String, List<String>> alphabet, String key) {
        return random.oneOf(alphabet.getOrDefault(key, List.of("")));
    }

    /// Exists and DoesNotExist have no values.
    static Obj requirement(String key, String operator, List<String> values) {
        var requirement = Obj.builder().put("key", key).put("operator", operator);
        if (!operator.endsWith("xist") && !operator.equals("Exists")) {
            requirement.put("values", CaseDraft.texts(values));
        }
        return requirement.build();
    }
}
