package dev.berth.sim.stage;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.DecodeException;
import dev.berth.model.json.Fields;
import dev.berth.model.json.Json;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses and validates the manifests of stages.
final class StageReader {
    private static final Set<String> MANIFEST = Set.of("apiVersion", "kind", "metadata", "spec");
    private static final Set<String> SPEC =
            Set.of("resource", "suspended", "when", "delay", "next");
    private static final Set<String> RESOURCE = Set.of("apiVersion", "kind");
    private static final Set<String> WHEN = Set.of("path", "operator", "values", "condition");
    private static final Set<String> DELAY = Set.of("duration", "jitter", "from", "atMost");
    private static final Set<String> NEXT = Set.of("finalizers", "patch", "status", "delete");
    private static final Pattern DURATION = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(ms|s|m|h)");

    private StageReader() {}

    static Stage read(Json.Obj manifest) {
        Fields whole = known(Fields.of(manifest), MANIFEST);
        Fields spec = known(whole.object("spec"), SPEC);
        Fields resource = known(spec.object("resource"), RESOURCE);
        String kind = resource.text("kind", "");
        if (kind.isEmpty()) {
            throw valueless(resource, "kind", "is missing; set it to a kind such as Pod");
        }
        return new Stage(
                whole.object("metadata").text("name"),
                resource.text("apiVersion", "v1"),
                kind,
                spec.bool("suspended", false),
                spec.list("when", StageReader::condition),
                spec.optionalObject("delay")
                        .map(StageReader::delay)
                        .orElseGet(() ->
                                new Delay(
                                        Duration.ZERO,
                                        Duration.ZERO,
                                        Optional.empty(),
                                        Optional.empty())),
                next(spec));
    }

    private static StageCondition condition(Fields term) {
        known(term, WHEN);
        Optional<String> condition = term.optionalText("condition");
        Optional<String> path = term.optionalText("path");
        if (condition.isPresent() == path.isPresent()) {
            throw new DecodeException(
                    term.path(),
                    term.object().text(),
                    condition.isPresent()
                            ? "has a path and a condition; remove one of them"
                            : "requires a path or a condition");
        }
        if (condition.isPresent()) {
            if (term.has("operator")) {
                throw term.failure("operator", "cannot be used with a condition; remove it");
            }
            return new StageCondition.ConditionIs(condition.get(), values(term));
        }
        Path field = path(term, "path");
        return switch (term.text("operator")) {
            case "Exists" -> new StageCondition.Exists(withoutValues(term, field));
            case "DoesNotExist" -> new StageCondition.DoesNotExist(withoutValues(term, field));
            case "In" -> new StageCondition.In(field, values(term));
            case "NotIn" -> new StageCondition.NotIn(field, values(term));
            default ->
                    throw term.failure(
                            "operator",
                            "is not an operator; use Exists, DoesNotExist, In or NotIn");
        };
    }

    private static Path withoutValues(Fields term, Path field) {
        if (term.has("values")) {
            throw term.failure("values", "can be used only with In and NotIn; remove it");
        }
        return field;
    }

    /// Values can be strings, numbers and Booleans.
    private static List<String> values(Fields term) {
        Json given =
                term.json("values")
                        .orElseThrow(
                                () -> valueless(term, "values", "is missing; list the values"));
        if (!(given instanceof Json.Arr(var elements)) || elements.isEmpty()) {
            throw term.failure("values", "is not a list of at least one value");
        }
        var values = new ArrayList<String>();
        for (int i = 0; i < elements.size(); i++) {
            values.add(
                    switch (elements.get(i)) {
                        case Json.Str(var text) -> text;
                        case Json.Num(var literal) -> literal;
                        case Json.Bool bool -> bool.text();
                        case Json other ->
                                throw new DecodeException(
                                        term.path().field("values").element(i),
                                        other.text(),
                                        "is not a string, a number, true or false");
                    });
        }
        return List.copyOf(values);
    }

    private static Delay delay(Fields delay) {
        known(delay, DELAY);
        return new Delay(
                duration(delay, "duration"),
                duration(delay, "jitter"),
                optionalPath(delay, "from"),
                optionalPath(delay, "atMost"));
    }

    private static Optional<Path> optionalPath(Fields delay, String field) {
        return delay.text(field, "").isEmpty() ? Optional.empty() : Optional.of(path(delay, field));
    }

    private static Path path(Fields fields, String field) {
        return checked(fields, field, _ -> Path.parse(fields.text(field)));
    }

    private static <T> T checked(Fields fields, String field, Function<Fields, T> reading) {
        try {
            return reading.apply(fields);
        } catch (IllegalArgumentException e) {
            throw fields.failure(field, "is invalid: " + e.getMessage());
        }
    }

    private static StageEffect next(Fields spec) {
        Optional<Fields> given = spec.optionalObject("next");
        if (given.isEmpty() || given.get().object().fields().isEmpty()) {
            throw valueless(spec, "next", "is empty; set status, patch, finalizers or delete");
        }
        Fields next = known(given.get(), NEXT);
        return new StageEffect(
                next.json("finalizers")
                        .map(_ ->
                                new Json.Arr(
                                        next.texts("finalizers").stream()
                                                .<Json>map(Json::of)
                                                .toList())),
                template(next, "patch"),
                template(next, "status"),
                next.bool("delete", false));
    }

    private static Optional<Template> template(Fields next, String field) {
        Optional<Template> template =
                next.optionalObject(field)
                        .map(tree -> checked(next, field, _ -> Template.of(tree.object())));
        if (template.isPresent() && template.get() instanceof Template.Each) {
            throw next.failure(field, "is a list; it must be an object");
        }
        return template;
    }

    private static Duration duration(Fields delay, String field) {
        String text = delay.text(field, "");
        Matcher part = DURATION.matcher(text);
        Duration sum = Duration.ZERO;
        int end = 0;
        while (part.find() && part.start() == end) {
            sum =
                    sum.plusNanos(
                            Math.round(Double.parseDouble(part.group(1)) * nanos(part.group(2))));
            end = part.end();
        }
        if (end != text.length()) {
            throw delay.failure(field, "is not a duration; write it like 1s, 500ms or 1m30s");
        }
        return sum;
    }

    private static double nanos(String unit) {
        return switch (unit) {
            case "ms" -> 1e6;
            case "s" -> 1e9;
            case "m" -> 60e9;
            default -> 3600e9;
        };
    }

    /// A problem of a field without a value.
    private static DecodeException valueless(Fields object, String field, String problem) {
        return new DecodeException(object.path().field(field), "", problem);
    }

    private static Fields known(Fields object, Set<String> known) {
        for (String field : object.object().fields().keySet()) {
            if (!known.contains(field)) {
                throw valueless(
                        object,
                        field,
                        "is unknown; known fields: " + known.stream().sorted().toList());
            }
        }
        return object;
    }
}
