package dev.berth.app.up;

import dev.berth.app.cli.OutputFormat;
import dev.berth.app.output.NodeUsage;
import dev.berth.model.json.Json;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;

/// The result of a run of `berth up`.
///
/// @param virtualSeconds from the start to the last pod that got a node; empty on real time
/// @param firstBindingSeconds from the start of the JVM; empty if no pod got a node
/// @param placed the node of each scheduled pod
/// @param failures unschedulable pods by message
/// @param gated gated pods by message
/// @param nominated pods that are nominated to a node and not bound yet
/// @param errors pods given up after repeated errors, by message
/// @param pluginFailures number of failures per `plugin/point`
/// @param claims all PersistentVolumeClaims and their volumes
/// @param preemptionsInAll number of preemptions
/// @param preemptions the first preemptions, in order
/// @param nodeUsage the requests of the pods on each node
record Summary(
        int nodes,
        int pods,
        double seconds,
        OptionalDouble virtualSeconds,
        OptionalDouble firstBindingSeconds,
        SortedMap<String, String> placed,
        SortedMap<String, List<String>> failures,
        SortedMap<String, List<String>> gated,
        SortedMap<String, List<String>> errors,
        SortedMap<String, Long> pluginFailures,
        List<Nominated> nominated,
        SortedMap<String, Claim> claims,
        long preemptionsInAll,
        List<RunNotes.Preempting> preemptions,
        List<NodeUsage> nodeUsage) {

    private static final int MAX_SHOWN = 5;

    /// A pod that is nominated to a node.
    ///
    /// @param waitingFor pods of lower priority on the node that are being deleted
    record Nominated(String pod, String nominatedNodeName, List<String> waitingFor) {
        private Json json() {
            return Json.Obj.builder()
                    .put("pod", pod)
                    .put("nominatedNodeName", nominatedNodeName)
                    .put("waitingFor", texts(waitingFor))
                    .build();
        }

        private String text() {
            return waitingFor.isEmpty()
                    ? "%s is nominated to %s".formatted(pod, nominatedNodeName)
                    : "%s is nominated to %s and waits until %s is deleted"
                            .formatted(pod, nominatedNodeName, String.join(", ", waitingFor));
        }
    }

    /// The outcome of a PersistentVolumeClaim.
    ///
    /// @param volume the volume that it has or requests; empty for none
    /// @param there whether the volume exists
    /// @param lost whether the claim was bound to the volume
    record Claim(String volume, boolean there, boolean lost) {
        private String text() {
            if (volume.isEmpty()) {
                return "has no volume";
            }
            if (lost) {
                return "has lost its volume " + volume;
            }
            return there
                    ? "has volume " + volume
                    : "waits for volume " + volume + ", which does not exist";
        }
    }

    void print(PrintWriter out, OutputFormat format) {
        out.println(
                switch (format) {
                    case JSON -> json().text();
                    case TEXT -> text();
                });
        out.flush();
    }

    private int count(Map<String, List<String>> byMessage) {
        return byMessage.values().stream().mapToInt(List::size).sum();
    }

    /// Pods without a decision: those of other schedulers, and those not tried before the end.
    private int pending() {
        return pods - placed.size() - count(failures) - count(gated) - count(errors);
    }

    private long podsPerSecond() {
        return Math.round(placed.size() / Math.max(seconds, 1e-9));
    }

    /// A digest of the sorted pairs of pod and node. Equal runs have equal digests.
    String decisionsHash() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            placed.forEach((pod, node) ->
                    digest.update((pod + " " + node + "\n").getBytes(StandardCharsets.UTF_8)));
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Json number(OptionalDouble seconds) {
        return seconds.isEmpty()
                ? Json.Null.NULL
                : new Json.Num(String.format(Locale.ROOT, "%.3f", seconds.getAsDouble()));
    }

    Json.Obj json() {
        return Json.Obj.builder()
                .put("nodes", nodes)
                .put("pods", pods)
                .put("scheduled", placed.size())
                .put("unschedulable", count(failures))
                .put("gated", count(gated))
                .put("errors", count(errors))
                .put("pending", pending())
                .put("seconds", new Json.Num(String.format(Locale.ROOT, "%.3f", seconds)))
                .put("podsPerSecond", podsPerSecond())
                .put("firstBindingSeconds", number(firstBindingSeconds))
                .put("virtualSeconds", number(virtualSeconds))
                .put("decisionsHash", decisionsHash())
                .put("failures", byMessage(failures))
                .put("gatedMessages", byMessage(gated))
                .put("errorMessages", byMessage(errors))
                .put("pluginFailures", counts(pluginFailures))
                .put(
                        "nominated",
                        Json.arr(nominated.stream().map(Nominated::json).toArray(Json[]::new)))
                .put("claims", claimed())
                .put("lostClaims", lostClaims())
                .put("preemptions", preemptionsInAll)
                .put(
                        "preempted",
                        Json.arr(
                                preemptions.stream()
                                        .map(made -> PreemptionText.json(made, placed))
                                        .toArray(Json[]::new)))
                .put("nodeUsage", NodeUsage.json(nodeUsage))
                .build();
    }

    private Json.Obj claimed() {
        var volumes = Json.Obj.builder();
        claims.forEach((claim, found) -> volumes.put(claim, found.volume()));
        return volumes.build();
    }

    private Json.Arr lostClaims() {
        return texts(
                claims.entrySet().stream()
                        .filter(each -> each.getValue().lost())
                        .map(Map.Entry::getKey)
                        .toList());
    }

    private static Json.Obj counts(Map<String, Long> byName) {
        var counts = Json.Obj.builder();
        byName.forEach(counts::put);
        return counts.build();
    }

    private static Json.Arr byMessage(Map<String, List<String>> podsByMessage) {
        return Json.arr(
                podsByMessage.entrySet().stream()
                        .map(entry ->
                                Json.Obj.builder()
                                        .put("message", entry.getKey())
                                        .put("count", entry.getValue().size())
                                        .put("pods", texts(entry.getValue()))
                                        .build())
                        .toArray(Json[]::new));
    }

    private static Json.Arr texts(List<String> texts) {
        return Json.arr(texts.stream().map(Json::of).toArray(Json[]::new));
    }

    String text() {
        var text = new StringBuilder();
        text.append(
                String.format(
                        Locale.ROOT,
                        "%s, %s: %d scheduled, %d unschedulable",
                        counted(nodes, "node"),
                        counted(pods, "pod"),
                        placed.size(),
                        count(failures)));
        other(text, count(gated), "gated");
        other(text, count(errors), "failed");
        other(text, pending(), "pending");
        other(text, preemptionsInAll, preemptionsInAll == 1 ? "preemption" : "preemptions");
        text.append(String.format(Locale.ROOT, " in %.2f s (%d pods/s)", seconds, podsPerSecond()));
        if (virtualSeconds.orElse(0) > 0) {
            text.append(
                    String.format(
                            Locale.ROOT, ", %.2f s of virtual time", virtualSeconds.getAsDouble()));
        }
        preemptions.stream()
                .limit(MAX_SHOWN)
                .forEach(made ->
                        text.append(System.lineSeparator()).append(PreemptionText.text(made)));
        if (preemptionsInAll > MAX_SHOWN) {
            text.append(
                    String.format(
                            "%nand %s; -o json lists the first 1000",
                            counted(preemptionsInAll - MAX_SHOWN, "more preemption")));
        }
        nominated.stream()
                .limit(MAX_SHOWN)
                .forEach(each -> text.append(System.lineSeparator()).append(each.text()));
        if (nominated.size() > MAX_SHOWN) {
            text.append(
                    String.format(
                            "%nand %s; -o json lists all",
                            counted(nominated.size() - MAX_SHOWN, "more nominated pod")));
        }
        claims.entrySet().stream()
                .limit(MAX_SHOWN)
                .forEach(claim ->
                        text.append(
                                String.format(
                                        "%nclaim %s %s", claim.getKey(), claim.getValue().text())));
        if (claims.size() > MAX_SHOWN) {
            text.append(
                    String.format(
                            "%nand %s; -o json lists all",
                            counted(claims.size() - MAX_SHOWN, "more claim")));
        }
        describe(text, "does not fit", "do not fit", failures);
        describe(text, "is gated", "are gated", gated);
        describe(text, "failed repeatedly", "failed repeatedly", errors);
        pluginFailures.forEach((where, count) ->
                text.append(String.format("%nplugin failures: %d at %s", count, where)));
        String table = NodeUsage.text(nodeUsage);
        return table.isEmpty()
                ? text.toString()
                : text.append(String.format("%n%n")).append(table.stripTrailing()).toString();
    }

    static String counted(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    private static void other(StringBuilder text, long count, String what) {
        if (count > 0) {
            text.append(", ").append(count).append(' ').append(what);
        }
    }

    private static void describe(
            StringBuilder text, String one, String many, Map<String, List<String>> byMessage) {
        byMessage.forEach((message, pods) ->
                text.append(
                        String.format(
                                "%n%d %s %s: %s%n  for example %s",
                                pods.size(),
                                pods.size() == 1 ? "pod" : "pods",
                                pods.size() == 1 ? one : many,
                                message,
                                pods.getFirst())));
    }
}
