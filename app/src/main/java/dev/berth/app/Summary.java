package dev.berth.app;

import dev.berth.model.json.Json;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;

/// How a run of `berth up` ended.
///
/// @param placed node by pod
/// @param failures pods that fit nowhere, by the message that says why
/// @param errors pods given up after repeated errors, by message
record Summary(
        int nodes,
        int pods,
        double seconds,
        SortedMap<String, String> placed,
        SortedMap<String, List<String>> failures,
        SortedMap<String, List<String>> errors) {

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

    private long podsPerSecond() {
        return Math.round(placed.size() / Math.max(seconds, 1e-9));
    }

    /// A digest over the sorted pairs of pod and node: equal runs have equal ones.
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

    Json.Obj json() {
        return Json.Obj.builder()
                .put("nodes", nodes)
                .put("pods", pods)
                .put("scheduled", placed.size())
                .put("unschedulable", count(failures))
                .put("errors", count(errors))
                .put("seconds", new Json.Num(String.format(Locale.ROOT, "%.3f", seconds)))
                .put("podsPerSecond", podsPerSecond())
                .put("decisionsHash", decisionsHash())
                .put("failures", byMessage(failures))
                .put("errorMessages", byMessage(errors))
                .build();
    }

    private static Json.Arr byMessage(Map<String, List<String>> podsByMessage) {
        return Json.arr(
                podsByMessage.entrySet().stream()
                        .map(entry ->
                                Json.Obj.builder()
                                        .put("message", entry.getKey())
                                        .put("count", entry.getValue().size())
                                        .put(
                                                "pods",
                                                Json.arr(
                                                        entry.getValue().stream()
                                                                .map(Json::of)
                                                                .toArray(Json[]::new)))
                                        .build())
                        .toArray(Json[]::new));
    }

    String text() {
        var text = new StringBuilder();
        text.append(
                String.format(
                        Locale.ROOT,
                        "%d nodes, %d pods: %d scheduled, %d unschedulable in %.2f s (%d pods/s)",
                        nodes,
                        pods,
                        placed.size(),
                        count(failures),
                        seconds,
                        podsPerSecond()));
        describe(text, "does not fit", "do not fit", failures);
        describe(text, "failed again and again", "failed again and again", errors);
        return text.toString();
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
