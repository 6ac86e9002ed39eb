package dev.berth.harness.conformance;

import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The reasons for which kube-scheduler rejects a configuration, and whether Berth reports them,
/// too.
final class ConfigurationRejection {
    private static final Pattern QUOTED =
            Pattern.compile("\"command failed\" err=\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern BLOCK =
            Pattern.compile("\"command failed\" err=<\n(.*?)\n >", Pattern.DOTALL);

    /// A problem of a field: its path and kind.
    private static final Pattern FIELD =
            Pattern.compile(
                    "([A-Za-z][A-Za-z0-9_.\\[\\]]*): (Invalid value|Required value|Duplicate"
                            + " value|Unsupported value|Forbidden)");

    private static final Pattern UNKNOWN = Pattern.compile("unknown field \"([^\"]+)\"");
    private static final Pattern WRONG_TYPE =
            Pattern.compile(
                    "into Go struct field"
                        + " [A-Za-z0-9]*\\.(?:DebuggingConfiguration\\.)?([A-Za-z0-9.]+) of type");
    private static final Pattern GATE =
            Pattern.compile(
                    "cannot set feature gate \\w+ to \\w+, feature is (locked to \\w+|PreAlpha)"
                            + "|\\w+ is enabled, but depends on features that are disabled");
    private static final Pattern SCHEME = Pattern.compile(" in scheme \"[^\"]*\"");

    private ConfigurationRejection() {}

    /// The error in the log of kube-scheduler, or the end of the log if there is none.
    static String in(String log) {
        Matcher quoted = QUOTED.matcher(log);
        if (quoted.find()) {
            return Json.parse('"' + quoted.group(1) + '"') instanceof Json.Str(var text)
                    ? text
                    : log;
        }
        Matcher block = BLOCK.matcher(log);
        if (block.find()) {
            return block.group(1).strip();
        }
        return log.lines()
                .filter(line -> line.startsWith("Error") || line.startsWith("panic"))
                .findFirst()
                .orElse(log);
    }

    /// The reasons of kube-scheduler that Berth does not report.
    static List<String> missing(String error, Json answer) {
        List<String> paths = texts(answer, "path");
        List<String> problems = texts(answer, "problem");
        String plain = SCHEME.matcher(error).replaceAll("");
        if (problems.stream().anyMatch(problem -> problem.contains(plain))) {
            return List.of();
        }
        List<MatchResult> fields = FIELD.matcher(plain).results().toList();
        if (!fields.isEmpty()) {
            return fields.stream()
                    .filter(field ->
                            problems.stream().noneMatch(each -> isSame(each, field, plain)))
                    .map(MatchResult::group)
                    .toList();
        }
        List<MatchResult> gates = GATE.matcher(plain).results().toList();
        if (!gates.isEmpty()) {
            return notContained(gates, problems);
        }
        List<MatchResult> unknown = UNKNOWN.matcher(plain).results().toList();
        if (!unknown.isEmpty()) {
            return notContained(unknown, problems);
        }
        Matcher type = WRONG_TYPE.matcher(plain);
        if (type.find()) {
            String field = type.group(1);
            return paths.stream()
                            .map(ConfigurationRejection::withoutIndexes)
                            .anyMatch(each -> each.endsWith(field))
                    ? List.of()
                    : List.of(plain);
        }
        return isOther(plain, problems) ? List.of() : List.of(plain);
    }

    private static List<String> notContained(List<MatchResult> theirs, List<String> problems) {
        return theirs.stream()
                .map(MatchResult::group)
                .filter(one -> problems.stream().noneMatch(each -> each.contains(one)))
                .toList();
    }

    /// Whether the problem, or one of several in one text, has the same field and kind, and the
    /// same detail.
    private static boolean isSame(String problem, MatchResult field, String error) {
        List<MatchResult> ours = FIELD.matcher(problem).results().toList();
        for (int i = 0; i < ours.size(); i++) {
            MatchResult one = ours.get(i);
            int end = i + 1 < ours.size() ? ours.get(i + 1).start() : problem.length();
            String rest = problem.substring(one.end(), end).replaceAll("(, |])$", "");
            String detail = rest.substring(rest.lastIndexOf(": ") + 1);
            if (one.group(2).equals(field.group(2))
                    && (one.group(1).equals(field.group(1))
                            || one.group(1).endsWith("." + field.group(1)))
                    && (field.group(2).equals("Duplicate value") || error.contains(detail))) {
                return true;
            }
        }
        return false;
    }

    /// Errors for which Berth has its own wording.
    private static boolean isOther(String error, List<String> problems) {
        record Rule(String theirs, String ours) {}
        return Stream.of(
                        new Rule("time: ", "duration"),
                        new Rule("time: ", "longer than"),
                        new Rule("illegal base64", "base64"),
                        new Rule("already set in map", "is a duplicate key"),
                        new Rule("duplicate field", "is a duplicate key"),
                        new Rule("couldn't get version/kind", "is not an object"),
                        new Rule("couldn't get version/kind", "is not a string"),
                        new Rule("Object 'Kind' is missing", "Object 'Kind' is missing"),
                        new Rule("'apiVersion' is missing", "'apiVersion' is missing"),
                        new Rule("yaml: ", ""),
                        new Rule("invalid argument", "Invalid value for option"))
                .anyMatch(rule ->
                        error.contains(rule.theirs())
                                && problems.stream().anyMatch(each -> each.contains(rule.ours())));
    }

    private static String withoutIndexes(String path) {
        return path.replaceAll("\\[[0-9]+]", "");
    }

    private static List<String> texts(Json answer, String field) {
        var texts = new ArrayList<String>();
        if (answer.at("problems").orElse(Json.Arr.EMPTY) instanceof Json.Arr(var problems)) {
            problems.forEach(each -> texts.add(each.textAt(field).orElse("")));
        }
        return texts;
    }
}
