package dev.berth.harness.conformance;

import dev.berth.manifest.Manifests;
import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;
import dev.berth.model.json.Json.Str;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Why the records of two releases differ: groups of changes with the reason for each.
///
/// @param from the older release, such as `v1.36.4`
/// @param groups in the order in which they are tried
record Explanations(String from, String to, List<Group> groups) {
    /// Changes with one reason.
    ///
    /// @param explanation what the newer release does, with upstream's pull request
    record Group(String name, String explanation, List<Rule> rules) {}

    /// A rule that matches changes. All patterns match complete texts.
    ///
    /// @param where the path of the change
    /// @param change the values of the change, `FROM => TO`; empty for a rule that replaces
    /// @param replace a part of the older text that the newer release does not have or writes
    ///   differently, and the new part; the rest of the text is still to be explained
    /// @param has lines that the case must have, see [CaseLines]
    record Rule(
            Pattern where,
            Optional<Pattern> change,
            Optional<Replacement> replace,
            List<Pattern> has) {
        /// What the rule leaves of a change: nothing if the rule explains all of it, the same
        /// change if the rule does not match.
        Optional<RecordChange> remainder(RecordChange one, Predicate<Pattern> hasLine) {
            if (!where.matcher(one.path()).matches()) {
                return Optional.of(one);
            }
            RecordChange left =
                    change.isPresent() ? one : replace.map(each -> each.of(one)).orElse(one);
            boolean matches =
                    change.map(values -> values.matcher(one.values()).matches())
                            .orElse(!left.equals(one));
            if (!matches || !has.stream().allMatch(hasLine)) {
                return Optional.of(one);
            }
            return change.isPresent() || left.from().equals(left.to())
                    ? Optional.empty()
                    : Optional.of(left);
        }
    }

    /// A part of a text that the newer release writes differently.
    record Replacement(Pattern part, String by) {
        RecordChange of(RecordChange one) {
            Matcher found = part.matcher(one.from());
            return found.find() ? one.withFrom(found.replaceFirst(by)) : one;
        }
    }

    /// @throws IOException if the file is not a valid explanation
    static Explanations read(Path file) throws IOException {
        try (InputStream none = InputStream.nullInputStream()) {
            Json document = Manifests.readFirst(file.toString(), none).json();
            return new Explanations(
                    text(document, "from"),
                    text(document, "to"),
                    list(document, "groups").stream().map(Explanations::group).toList());
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    private static Group group(Json json) {
        return new Group(
                text(json, "name"),
                text(json, "explanation"),
                list(json, "rules").stream().map(Explanations::rule).toList());
    }

    private static Rule rule(Json json) {
        if (!(json instanceof Obj fields)
                || !List.of("where", "change", "replace", "by", "has")
                        .containsAll(fields.fields().keySet())
                || fields.field("change").isPresent() == fields.field("replace").isPresent()) {
            throw new IllegalArgumentException(
                    "a rule has where, has, and either change or replace and by, was "
                            + json.text());
        }
        return new Rule(
                pattern(text(json, "where")),
                json.textAt("change").map(Explanations::pattern),
                json.textAt("replace")
                        .map(part -> new Replacement(pattern(part), json.textAt("by").orElse(""))),
                list(json, "has").stream()
                        .map(each -> pattern(each instanceof Str(String text) ? text : ""))
                        .toList());
    }

    private static Pattern pattern(String text) {
        try {
            return Pattern.compile(text, Pattern.DOTALL);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("not a pattern: " + text, e);
        }
    }

    private static String text(Json json, String field) {
        return json.textAt(field)
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "the field " + field + " is missing in " + json.text()));
    }

    private static List<Json> list(Json json, String field) {
        return json.at(field).orElse(Arr.EMPTY) instanceof Arr(List<Json> elements)
                ? elements
                : List.of();
    }
}
