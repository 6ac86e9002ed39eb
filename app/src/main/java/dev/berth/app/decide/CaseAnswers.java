package dev.berth.app.decide;

import dev.berth.app.embedded.Engines;
import dev.berth.config.Configuration;
import dev.berth.config.ConfigurationException;
import dev.berth.config.PluginRegistry;
import dev.berth.engine.decide.Decider;
import dev.berth.engine.port.Log;
import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.MessageText;
import dev.berth.model.Pod;
import dev.berth.model.json.DecodeException;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonException;

import java.util.ArrayList;
import java.util.List;

/// Decides cases: the objects of a cluster and the pods to schedule in it. Safe for several
/// threads.
final class CaseAnswers {
    private final Configurations configurations = new Configurations(PluginRegistry.installed());

    /// The records of a case, one per line, or the line with the reason why there are none.
    record Answer(String lines, boolean read) {}

    /// The reason why a case cannot be read, as the user sees it.
    private static final class Unreadable extends RuntimeException {
        Unreadable(String message) {
            super(message);
        }
    }

    /// @param number of the line; identifies a case whose identity cannot be read
    Answer answer(long number, byte[] line) {
        String id = "";
        try {
            Json.Obj given = parsed(line);
            id = text(given, "id");
            return new Answer(decided(id, given), true);
        } catch (Unreadable problem) {
            return error(id, number, String.valueOf(problem.getMessage()));
        } catch (RuntimeException bug) {
            // A case that triggers a bug must not affect the others.
            return error(id, number, "unexpected error: " + bug);
        }
    }

    private static Answer error(String id, long number, String message) {
        String shown = id.isEmpty() ? Long.toString(number) : id;
        return new Answer(Records.line(Records.error(shown, message)) + '\n', false);
    }

    private static Json.Obj parsed(byte[] line) {
        try {
            if (Json.parse(line) instanceof Json.Obj given) {
                return given;
            }
            throw new Unreadable("reading case: is not an object");
        } catch (JsonException e) {
            throw new Unreadable("reading case: column %d: %s".formatted(e.column(), e.problem()));
        }
    }

    private String decided(String id, Json.Obj given) {
        Configuration configuration = configuration(given);
        boolean sequence = truth(given, "sequence");
        var decoder = new Decoder();
        List<KubeObject> objects = new ArrayList<>();
        for (Json object : elements(given, "objects")) {
            objects.add(object(decoder, object, "objects[" + objects.size() + "]: "));
        }
        List<Pod> pods = new ArrayList<>();
        for (Json pod : elements(given, "pods")) {
            pods.add(pod(decoder, pod, "pods[" + pods.size() + "]: "));
        }
        var lines = new StringBuilder();
        try (var decider = decider(configuration)) {
            for (int i = 0; i < objects.size(); i++) {
                decider.know(objects.get(i), (Json.Obj) elements(given, "objects").get(i));
                decider.put(objects.get(i));
            }
            for (int i = 0; i < pods.size(); i++) {
                Pod pod = pods.get(i);
                decider.know(pod, (Json.Obj) elements(given, "pods").get(i));
                lines.append(Records.line(Records.of(id, decider.decide(pod, sequence))))
                        .append('\n');
            }
        }
        return lines.toString();
    }

    private Configuration configuration(Json.Obj given) {
        Json json = given.fields().getOrDefault("config", Json.Null.NULL);
        try {
            return json instanceof Json.Null ? configurations.defaults() : configurations.of(json);
        } catch (ConfigurationException e) {
            throw new Unreadable("config: " + e.getMessage());
        }
    }

    private static Decider decider(Configuration configuration) {
        try {
            return Engines.decider(configuration, Log.NONE);
        } catch (IllegalArgumentException e) {
            throw new Unreadable(String.valueOf(e.getMessage()));
        }
    }

    private static KubeObject object(Decoder decoder, Json json, String at) {
        if (!(json instanceof Json.Obj object)) {
            throw new Unreadable(at + "it is not an object");
        }
        String name = object.textAt("kind").orElse("");
        String apiVersion = object.textAt("apiVersion").orElse("");
        if (name.isEmpty() || apiVersion.isEmpty()) {
            throw new Unreadable(
                    at
                            + "Object '%s' is missing in '%s'"
                                    .formatted(
                                            name.isEmpty() ? "Kind" : "apiVersion", object.text()));
        }
        Kind kind =
                ReadKinds.find(apiVersion, name)
                        .orElseThrow(() ->
                                new Unreadable(
                                        at
                                                + "the scheduler does not read %s%s, Kind=%s"
                                                        .formatted(
                                                                apiVersion.contains("/") ? "" : "/",
                                                                apiVersion,
                                                                name)));
        return kind.equals(Kind.POD)
                ? pod(decoder, object, at)
                : decoded(decoder, kind, object, at);
    }

    private static KubeObject decoded(Decoder decoder, Kind kind, Json.Obj object, String at) {
        try {
            return decoder.object(kind, object);
        } catch (DecodeException e) {
            throw new Unreadable(at + e.getMessage());
        }
    }

    private static Pod pod(Decoder decoder, Json json, String at) {
        if (!(json instanceof Json.Obj object)) {
            throw new Unreadable(at + "it is not an object");
        }
        String kind = object.textAt("kind").orElse("Pod");
        if (!kind.equals("Pod")) {
            throw new Unreadable(at + "unexpected " + kind);
        }
        try {
            return decoder.pod(PodIdentity.given(object));
        } catch (DecodeException e) {
            throw new Unreadable(at + e.getMessage());
        }
    }

    private static List<Json> elements(Json.Obj given, String field) {
        return switch (given.fields().getOrDefault(field, Json.Null.NULL)) {
            case Json.Arr(var elements) -> elements;
            case Json.Null _ -> List.of();
            case Json other -> throw malformed(field, other, "is not a list");
        };
    }

    private static String text(Json.Obj given, String field) {
        return switch (given.fields().getOrDefault(field, Json.Null.NULL)) {
            case Json.Str(var text) -> text;
            case Json.Null _ -> "";
            case Json other -> throw malformed(field, other, "is not a string");
        };
    }

    private static boolean truth(Json.Obj given, String field) {
        return switch (given.fields().getOrDefault(field, Json.Null.NULL)) {
            case Json.Bool(boolean truth) -> truth;
            case Json.Null _ -> false;
            case Json other -> throw malformed(field, other, "is not true or false");
        };
    }

    private static Unreadable malformed(String field, Json value, String problem) {
        return new Unreadable(
                "reading case: " + field + ": " + MessageText.plain(value.text()) + " " + problem);
    }
}
