package dev.berth.sim.stage;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses and validates the manifests of stages.
final class StageReader {
    private static final Set<String> SPEC =
            Set.of("resource", "suspended", "when", "delay", "next");
    private static final Set<String> DELAY = Set.of("duration", "jitter", "from", "atMost");
    private static final Set<String> NEXT = Set.of("finalizers", "patch", "status", "delete");
    private static final Pattern DURATION = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)(ms|s|m|h)");

    private final String name;

    private StageReader(String name) {
        this.name = name;
    }

    static Stage read(Json.Obj manifest) {
        return new StageReader(Path.of("metadata", "name").text(manifest))
                .stage(Path.of("spec").object(manifest));
    }

    private Stage stage(Json.Obj spec) {
        onlyKnown(spec, SPEC, "spec");
        String kind = Path.of("resource", "kind").text(spec);
        if (kind.isEmpty()) {
            throw wrong("spec.resource.kind", "is missing");
        }
        String apiVersion = Path.of("resource", "apiVersion").text(spec);
        return new Stage(
                name,
                apiVersion.isEmpty() ? "v1" : apiVersion,
                kind,
                flag(spec, "suspended"),
                conditions(Path.of("when").items(spec)),
                delay(Path.of("delay").object(spec)),
                next(Path.of("next").object(spec)));
    }

    private List<StageCondition> conditions(List<Json> when) {
        var conditions = new ArrayList<StageCondition>();
        for (int i = 0; i < when.size(); i++) {
            conditions.add(condition(when.get(i), "spec.when[" + i + "]"));
        }
        return conditions;
    }

    private StageCondition condition(Json term, String where) {
        var values = new ArrayList<String>();
        for (Json value : Path.of("values").items(term)) {
            values.add(value instanceof Json.Str(var text) ? text : value.text());
        }
        String condition = Path.of("condition").text(term);
        if (!condition.isEmpty()) {
            return new StageCondition.ConditionIs(condition, List.copyOf(values));
        }
        String text = Path.of("path").text(term);
        if (text.isEmpty()) {
            throw wrong(where, "requires a path or a condition");
        }
        Path path = path(text, where + ".path");
        String operator = Path.of("operator").text(term);
        return switch (operator) {
            case "Exists" -> new StageCondition.Exists(path);
            case "DoesNotExist" -> new StageCondition.DoesNotExist(path);
            case "In" -> new StageCondition.In(path, List.copyOf(values));
            case "NotIn" -> new StageCondition.NotIn(path, List.copyOf(values));
            default ->
                    throw wrong(
                            where + ".operator",
                            "must be Exists, DoesNotExist, In or NotIn, was \"" + operator + "\"");
        };
    }

    private Delay delay(Json.Obj delay) {
        onlyKnown(delay, DELAY, "spec.delay");
        return new Delay(
                duration(delay, "duration"),
                duration(delay, "jitter"),
                optionalPath(delay, "from"),
                optionalPath(delay, "atMost"));
    }

    private Optional<Path> optionalPath(Json.Obj delay, String field) {
        String text = Path.of(field).text(delay);
        return text.isEmpty() ? Optional.empty() : Optional.of(path(text, "spec.delay." + field));
    }

    private Path path(String text, String where) {
        try {
            return Path.parse(text);
        } catch (IllegalArgumentException e) {
            throw wrong(where, String.valueOf(e.getMessage()));
        }
    }

    private StageEffect next(Json.Obj next) {
        onlyKnown(next, NEXT, "spec.next");
        if (next.fields().isEmpty()) {
            throw wrong("spec.next", "is empty: set status, patch, finalizers or delete");
        }
        return new StageEffect(
                next.field("finalizers")
                        .map(list -> new Json.Arr(Path.of("finalizers").items(next))),
                template(next, "patch"),
                template(next, "status"),
                flag(next, "delete"));
    }

    private Optional<Template> template(Json.Obj next, String field) {
        try {
            Optional<Template> template = next.objAt(field).map(Template::of);
            if (template.isPresent() && template.get() instanceof Template.Each) {
                throw new IllegalArgumentException("must be an object, not a list");
            }
            return template;
        } catch (IllegalArgumentException e) {
            throw wrong("spec.next." + field, String.valueOf(e.getMessage()));
        }
    }

    private static boolean flag(Json.Obj object, String field) {
        return object.field(field).equals(Optional.of(Json.of(true)));
    }

    private Duration duration(Json.Obj delay, String field) {
        String text = Path.of(field).text(delay);
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
            throw wrong(
                    "spec.delay." + field, "must be like 1s, 500ms or 1m30s, was \"" + text + "\"");
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

    private void onlyKnown(Json.Obj object, Set<String> known, String where) {
        for (String field : object.fields().keySet()) {
            if (!known.contains(field)) {
                throw wrong(
                        where + "." + field,
                        "is unknown; known fields: " + known.stream().sorted().toList());
            }
        }
    }

    private IllegalArgumentException wrong(String where, String what) {
        return new IllegalArgumentException("stage " + name + ": " + where + " " + what);
    }
}
