package dev.berth.config;

import dev.berth.config.policy.Policy;
import dev.berth.model.GoDuration;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonPath;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Reads a [Policy].
public final class PolicyReader {
    private static final String MUST_BE = "it must be Policy of v1";
    private static final List<String> OF_PREDICATES = List.of("serviceAffinity", "labelsPresence");
    private static final List<String> OF_PRIORITIES =
            List.of("serviceAntiAffinity", "labelPreference", "requestedToCapacityRatioArguments");

    private PolicyReader() {}

    /// @throws ConfigurationException with all problems
    public static Policy read(Json json) {
        var findings = new ConfigurationProblems();
        PolicyDocument document =
                new RecordReader(findings, JsonPath.ROOT)
                        .bind(PolicyDocument.class, checked(json, findings), null)
                        .orElseThrow(findings::thrown);
        List<Json.Obj> extenders = extenders(document.extenders(), findings);
        var policy =
                new Policy(
                        document.predicates(),
                        document.priorities(),
                        extenders,
                        document.hardPodAffinitySymmetricWeight(),
                        document.alwaysCheckAllPredicates());
        PolicyChecks.check(policy, findings);
        findings.throwIfAny();
        return policy;
    }

    /// Whether the `kind` of a document is `Policy`.
    public static boolean isPolicy(Json json) {
        return json.textAt("kind").equals(Optional.of(PolicyDocument.KIND));
    }

    private static Json.Obj checked(Json json, ConfigurationProblems findings) {
        if (json instanceof Json.Null) {
            findings.add(JsonPath.ROOT, "invalid policy: it is empty; " + MUST_BE);
            throw findings.thrown();
        }
        if (!(json instanceof Json.Obj object)) {
            findings.add(
                    JsonPath.ROOT,
                    "invalid policy: couldn't get version/kind; "
                            + json.text()
                            + " is not an object");
            throw findings.thrown();
        }
        String kind = object.textAt("kind").orElse("");
        String apiVersion = object.textAt("apiVersion").orElse("");
        if (kind.isEmpty() || apiVersion.isEmpty()) {
            findings.add(
                    JsonPath.ROOT,
                    "invalid policy: Object '%s' is missing; %s"
                            .formatted(kind.isEmpty() ? "Kind" : "apiVersion", MUST_BE));
            throw findings.thrown();
        }
        if (!kind.equals(PolicyDocument.KIND)
                || !PolicyDocument.API_VERSIONS.contains(apiVersion)) {
            findings.add(
                    JsonPath.ROOT.field(kind.equals(PolicyDocument.KIND) ? "apiVersion" : "kind"),
                    "invalid policy: no kind \"%s\" is registered for version \"%s\"; %s%s"
                            .formatted(
                                    kind,
                                    apiVersion,
                                    MUST_BE,
                                    kind.equals(Document.KIND)
                                            ? ", and a " + kind + " goes with --config"
                                            : ""));
            throw findings.thrown();
        }
        misplaced(object, "predicates", OF_PRIORITIES, "priorities", findings);
        misplaced(object, "priorities", OF_PREDICATES, "predicates", findings);
        findings.throwIfAny();
        return object;
    }

    /// Reports entries of one list with arguments of the other list.
    private static void misplaced(
            Json.Obj policy,
            String list,
            List<String> others,
            String home,
            ConfigurationProblems findings) {
        if (!(policy.field(list).orElse(Json.Null.NULL) instanceof Json.Arr(var entries))) {
            return;
        }
        for (int i = 0; i < entries.size(); i++) {
            for (String argument : others) {
                if (entries.get(i).at("argument", argument).isPresent()) {
                    JsonPath at =
                            JsonPath.ROOT.field(list).element(i).field("argument").field(argument);
                    findings.add(
                            at,
                            "%s: an entry with this argument belongs under %s".formatted(at, home));
                }
            }
        }
    }

    /// Converts extenders to the current format, and reports invalid ones.
    private static List<Json.Obj> extenders(List<Json> given, ConfigurationProblems findings) {
        var today = new ArrayList<Json.Obj>();
        for (int i = 0; i < given.size(); i++) {
            JsonPath at = JsonPath.ROOT.field("extenders").element(i);
            if (given.get(i) instanceof Json.Obj extender) {
                today.add(todays(extender, at, findings));
            } else {
                findings.malformed(at, at + ": " + given.get(i).text() + " is not an object");
            }
        }
        new RecordReader(findings, JsonPath.ROOT)
                .bind(
                        Document.class,
                        Json.Obj.of("extenders", new Json.Arr(List.copyOf(today))),
                        null)
                .ifPresent(document -> new ExtenderSettings(document).check(findings));
        return today;
    }

    private static Json.Obj todays(Json.Obj extender, JsonPath at, ConfigurationProblems findings) {
        var out = Json.Obj.builder();
        for (Map.Entry<String, Json> field : extender.fields().entrySet()) {
            switch (field.getKey()) {
                // Old documents contain this field, and no release read it.
                case "apiVersion" -> {}
                case "enableHttps" -> out.put("enableHTTPS", field.getValue());
                case "httpTimeout" ->
                        out.put("httpTimeout", duration(field.getValue(), at, findings));
                case "tlsConfig" -> out.put("tlsConfig", inLowerCase(field.getValue()));
                default -> out.put(field.getKey(), field.getValue());
            }
        }
        return out.build();
    }

    private static Json duration(Json value, JsonPath at, ConfigurationProblems findings) {
        if (value instanceof Json.Num number && number.asLong().isPresent()) {
            return Json.of(GoDuration.text(Duration.ofNanos(number.asLong().getAsLong())));
        }
        JsonPath path = at.field("httpTimeout");
        findings.malformed(
                path, path + ": " + value.text() + " is not an integer: a Policy has nanoseconds");
        return Json.Null.NULL;
    }

    // Parity: before 1.14, the fields had Go's names, such as `Insecure` and `CAFile`.
    private static Json inLowerCase(Json tls) {
        if (!(tls instanceof Json.Obj(var fields))) {
            return tls;
        }
        var out = Json.Obj.builder();
        fields.forEach((name, value) ->
                out.put(
                        name.startsWith("CA")
                                ? "ca" + name.substring(2)
                                : name.substring(0, Math.min(1, name.length()))
                                                .toLowerCase(Locale.ROOT)
                                        + name.substring(Math.min(1, name.length())),
                        value));
        return out.build();
    }
}
