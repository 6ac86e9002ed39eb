package dev.berth.harness.conformance;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Num;
import dev.berth.model.json.Json.Obj;
import dev.berth.model.json.Json.Str;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Counts what the cases of a run cover, by the records of the reference: each reason of a
/// rejection, each range of scores of a plugin, and each result of preemption. Required entries
/// that are not covered count as zero.
final class Coverage {
    private static final List<String> SCORINGS = List.of("absent", "zero", "between", "full");

    /// Each of these plugins has scores in all ranges with the default gates. TaintToleration,
    /// NodeResourcesFit, ImageLocality and VolumeBinding are absent only if they are disabled;
    /// NodeResourcesBalancedAllocation scores zero only if its PreScore is disabled.
    private static final List<String> SCORERS =
            List.of(
                    "TaintToleration",
                    "NodeAffinity",
                    "NodeResourcesFit",
                    "PodTopologySpread",
                    "InterPodAffinity",
                    "NodeResourcesBalancedAllocation",
                    "ImageLocality",
                    "VolumeBinding");

    private static final Map<String, Long> DEFAULT_WEIGHTS =
            Map.of(
                    "TaintToleration", 3L,
                    "NodeAffinity", 2L,
                    "PodTopologySpread", 2L,
                    "InterPodAffinity", 2L,
                    "DynamicResources", 2L);

    private static final String HARD = "UnschedulableAndUnresolvable";
    private static final String SOFT = "Unschedulable";

    private final Map<String, Long> reasons = new TreeMap<>();
    private final Map<String, Long> scorings = new TreeMap<>();
    private final Preemptions preemptions = new Preemptions();
    private final Map<String, Long> errors = new TreeMap<>();

    /// The entries that a run must cover; others can be rare.
    private final Set<String> expected;

    Coverage() {
        expect("SchedulingGates", HARD, "waiting for scheduling gates: [..]");
        expect("NodeUnschedulable", HARD, "node(s) were unschedulable");
        expect("NodeName", HARD, "node(s) didn't match the requested node name");
        expect("TaintToleration", HARD, "node(s) had untolerated taint(s)");
        expect("NodeAffinity", HARD, "pod affinity terms conflict");
        expect("NodeAffinity", HARD, "node(s) didn't match scheduler-enforced node affinity");
        expect("NodeAffinity", HARD, "node(s) didn't match Pod's node affinity/selector");
        expect("", HARD, "node(s) didn't satisfy plugin(s) [..]");
        expect("NodePorts", SOFT, "node(s) didn't have free ports for the requested pod ports");
        for (String code : List.of(HARD, SOFT)) {
            expect("NodeResourcesFit", code, "Too many pods");
            for (String resource :
                    List.of(
                            "cpu",
                            "memory",
                            "ephemeral-storage",
                            "hugepages-..",
                            "(extended)",
                            "(kubernetes.io)")) {
                expect("NodeResourcesFit", code, "Insufficient " + resource);
            }
        }
        String spread = "node(s) didn't match pod topology spread constraints";
        expect("PodTopologySpread", HARD, spread + " (missing required label)");
        expect("PodTopologySpread", SOFT, spread);
        expect("InterPodAffinity", HARD, "parsing pod: ..");
        expect("InterPodAffinity", HARD, "node(s) didn't match pod affinity rules");
        expect("InterPodAffinity", SOFT, "node(s) didn't match pod anti-affinity rules");
        expect(
                "InterPodAffinity",
                SOFT,
                "node(s) didn't satisfy existing pods anti-affinity rules");
        expect("NodeDeclaredFeatures", HARD, "node(s) didn't match Pod's required features");
        expectVolumes();
        for (String plugin : SCORERS) {
            for (String way : SCORINGS) {
                scorings.put(plugin + " " + way, 0L);
            }
        }
        expected =
                Stream.of(reasons, scorings, preemptions.counts())
                        .flatMap(counts -> counts.keySet().stream())
                        .collect(Collectors.toUnmodifiableSet());
    }

    /// Reasons that normally one plugin gives come from other plugins if that one is disabled.
    private void expectVolumes() {
        String missing = "persistentvolumeclaim \"..\" not found";
        expect("VolumeRestrictions", HARD, missing);
        expect("VolumeRestrictions", SOFT, "node(s) had no available disk");
        expect(
                "VolumeRestrictions",
                SOFT,
                "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access"
                        + " mode already in-use by another pod");
        expect("NodeVolumeLimits", HARD, "looking up PVC ..: " + missing);
        expect("NodeVolumeLimits", SOFT, "node(s) exceed max volume count");
        expect("NodeVolumeLimits", SOFT, ".. CSI driver is not installed on the node");
        for (String text :
                List.of(
                        missing,
                        "waiting for ephemeral volume controller to create the"
                                + " persistentvolumeclaim \"..\"",
                        "persistentvolumeclaim \"..\" bound to non-existent persistentvolume"
                                + " \"..\"",
                        "persistentvolumeclaim \"..\" is being deleted",
                        "PVC .. was not created for pod .. (pod is not owner)",
                        "pod has unbound immediate PersistentVolumeClaims",
                        "node(s) didn't match PersistentVolume's node affinity",
                        "node(s) didn't find available persistent volumes to bind",
                        "node(s) did not have enough free storage",
                        "node(s) unavailable due to one or more pvc(s) bound to non-existent"
                                + " pv(s)")) {
            expect("VolumeBinding", HARD, text);
        }
        for (String text :
                List.of(
                        missing,
                        "persistentvolume \"..\" not found",
                        "storageclass.storage.k8s.io \"..\" not found",
                        "VolumeBindingMode not set for StorageClass \"..\"",
                        "PersistentVolumeClaim had no pv name and storageClass name",
                        "PersistentVolume had no name",
                        "node(s) had no available volume zone")) {
            expect("VolumeZone", HARD, text);
        }
    }

    private void expect(String plugin, String code, String text) {
        reasons.put(key(plugin, code, text), 0L);
    }

    private static String key(String plugin, String code, String text) {
        return (plugin.isEmpty() ? "(several)" : plugin) + " | " + code + " | " + text;
    }

    /// Counts the records of a case.
    void add(Obj one, List<Obj> records) {
        for (Obj reply : records) {
            String outcome = reply.textAt("outcome").orElse("");
            String message = reply.textAt("message").orElse("");
            if (outcome.equals("error")) {
                errors.merge(general(message), 1L, Long::sum);
            } else if (outcome.equals("gated")) {
                reasons.merge(
                        key(
                                reply.textAt("unschedulablePlugins", "0").orElse(""),
                                HARD,
                                general(message)),
                        1L,
                        Long::sum);
            }
            preemptions.add(one, reply);
            reply.objAt("preFilter").ifPresent(this::countRejection);
            Map<String, Long> weights = weights(one, reply.textAt("profile").orElse(""));
            reply.objAt("nodes")
                    .orElse(Obj.EMPTY)
                    .fields()
                    .forEach((name, verdict) -> {
                        if (verdict instanceof Obj node) {
                            if (node.field("plugin").isPresent()) {
                                countRejection(node);
                            } else {
                                node.objAt("scores")
                                        .ifPresent(scores -> countScores(scores, weights));
                            }
                        }
                    });
        }
    }

    private void countRejection(Obj rejection) {
        String plugin = rejection.textAt("plugin").orElse("");
        String code = rejection.textAt("code").orElse("");
        if (rejection.field("reasons").orElse(Arr.EMPTY) instanceof Arr(List<Json> texts)) {
            for (Json text : texts) {
                if (text instanceof Str(String reason)) {
                    reasons.merge(key(plugin, code, general(reason)), 1L, Long::sum);
                }
            }
        }
    }

    private void countScores(Obj scores, Map<String, Long> weights) {
        for (String plugin : SCORERS) {
            String way = "absent";
            if (scores.field(plugin).orElse(Json.of("")) instanceof Num number) {
                long score = number.asLong().orElse(0);
                long full = 100 * weights.getOrDefault(plugin, 1L);
                way = score == 0 ? "zero" : score == full ? "full" : "between";
            }
            scorings.merge(plugin + " " + way, 1L, Long::sum);
        }
    }

    /// The weights of a profile's score plugins in its configuration.
    private static Map<String, Long> weights(Obj one, String profile) {
        var weights = new TreeMap<>(DEFAULT_WEIGHTS);
        if (one.at("config", "profiles").orElse(Arr.EMPTY) instanceof Arr(List<Json> profiles)) {
            for (Json each : profiles) {
                if (each.textAt("schedulerName").orElse("").equals(profile)) {
                    for (String point : List.of("multiPoint", "score")) {
                        if (each.at("plugins", point, "enabled").orElse(Arr.EMPTY)
                                instanceof Arr(List<Json> enabled)) {
                            enabled.forEach(entry -> put(weights, entry));
                        }
                    }
                }
            }
        }
        return weights;
    }

    private static void put(Map<String, Long> weights, Json entry) {
        long weight =
                entry.at("weight").orElse(Json.of("")) instanceof Num number
                        ? number.asLong().orElse(0)
                        : 0;
        weights.put(entry.textAt("name").orElse(""), weight == 0 ? 1 : weight);
    }

    /// The text without the parts that differ between cases.
    static String general(String text) {
        String cut = text.replaceFirst("(values\\[|Invalid value).*", "..");
        if (cut.startsWith("parsing pod:")) {
            return "parsing pod: ..";
        }
        if (cut.startsWith("Insufficient hugepages-")) {
            return "Insufficient hugepages-..";
        }
        if (cut.startsWith("Insufficient ") && cut.contains("kubernetes.io/")) {
            return "Insufficient (kubernetes.io)";
        }
        if (cut.startsWith("Insufficient ") && cut.contains("/")) {
            return "Insufficient (extended)";
        }
        return withoutNames(cut).replaceAll("\\[\\d+]", "[n]").replaceAll("\\[[^n].*]", "[..]");
    }

    /// The text without the names of claims, volumes and classes.
    private static String withoutNames(String text) {
        return text.replaceAll(
                        "(?i)(persistentvolume(claim)?|storageclass\\S*) \"[^\"]*\"", "$1 \"..\"")
                .replaceAll("(PVC|pod|claim:) [^ :]+/[^ :]+", "$1 ..")
                .replaceAll("^\\S+ (CSI driver is not installed)", ".. $1");
    }

    /// The tables as lines. Counts are multiplied by `scale` before they are compared with
    /// `enough`.
    List<String> lines(double scale, long enough) {
        var lines = new ArrayList<String>();
        lines.add("%10s  %s".formatted("count", "rejections: plugin | code | reason"));
        add(lines, reasons, scale, enough);
        lines.add("%10s  %s".formatted("count", "scores: plugin, and what it gave a node"));
        add(lines, scorings, scale, enough);
        lines.add("%10s  %s".formatted("count", "preemption: results, victims, reasons"));
        add(lines, preemptions.counts(), scale, enough);
        lines.add("%10s  %s".formatted("count", "errors"));
        errors.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                .forEach(each -> lines.add("%10d  %s".formatted(each.getValue(), each.getKey())));
        return lines;
    }

    private void add(List<String> lines, Map<String, Long> counts, double scale, long enough) {
        counts.forEach((name, count) -> {
            boolean seldom = expected.contains(name) && count * scale < enough;
            lines.add("%10d  %s%s".formatted(count, name, seldom ? "  << seldom" : ""));
        });
    }
}
