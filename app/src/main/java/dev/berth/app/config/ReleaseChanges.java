package dev.berth.app.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.config.EmulatedVersion;
import dev.berth.manifest.Manifests;
import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;
import dev.berth.model.json.Json.Str;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a release of kube-scheduler changes for operators, apart from the stages of its feature
/// gates: the file `changes-RELEASE.yaml`.
///
/// @param release the newer release
/// @param previousPlugins the default plugins of the release before, in order
/// @param newPoints the extension points that plugins got in this release
/// @param gates the feature gates that concern a scheduler, with what changes
/// @param changes all other changes
record ReleaseChanges(
        EmulatedVersion release,
        List<String> previousPlugins,
        Map<String, List<String>> newPoints,
        Map<String, String> gates,
        List<Change> changes) {
    /// A change.
    ///
    /// @param area `flags`, `configuration`, `messages`, `metrics` or `behavior`
    /// @param from the older value; empty if there is none
    /// @param to the newer value; empty if there is none
    /// @param plugin the plugin that the change concerns; empty if it concerns all profiles
    /// @param gate the feature gate that must be on for the change; empty if none must be
    record Change(
            String area,
            String name,
            String from,
            String to,
            String note,
            Optional<String> plugin,
            Optional<String> gate) {}

    /// The areas in the order of a report.
    static final List<String> AREAS =
            List.of("flags", "configuration", "messages", "metrics", "behavior");

    /// The releases that can be compared, oldest first.
    static List<EmulatedVersion> supported() {
        var all = new ArrayList<EmulatedVersion>();
        EmulatedVersion release = EmulatedVersion.LATEST;
        while (ReleaseChanges.class.getResource(file(release)) != null) {
            all.addFirst(release);
            release = release.previous();
        }
        all.addFirst(release);
        return all;
    }

    private static String file(EmulatedVersion release) {
        return "changes-" + release + ".yaml";
    }

    /// @param release one of [#supported] except the oldest
    static ReleaseChanges of(EmulatedVersion release) {
        String file = file(release);
        try (@Nullable InputStream in = ReleaseChanges.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalArgumentException("there is no " + file);
            }
            Json document = Manifests.parseFirst(file, new String(in.readAllBytes(), UTF_8)).json();
            var points = new LinkedHashMap<String, List<String>>();
            fields(document, "newExtensionPoints")
                    .forEach((plugin, names) -> points.put(plugin, texts(names)));
            var gates = new LinkedHashMap<String, String>();
            fields(document, "gates")
                    .forEach((gate, note) ->
                            gates.put(gate, texts(new Arr(List.of(note))).getFirst()));
            return new ReleaseChanges(
                    release,
                    document.at("previousPlugins").map(ReleaseChanges::texts).orElse(List.of()),
                    points,
                    gates,
                    changes(document));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Change> changes(Json document) {
        var changes = new ArrayList<Change>();
        for (String area : AREAS) {
            if (document.at(area).orElse(Arr.EMPTY) instanceof Arr(List<Json> elements)) {
                for (Json each : elements) {
                    changes.add(
                            new Change(
                                    area,
                                    each.textAt("name").orElse(""),
                                    each.textAt("from").orElse(""),
                                    each.textAt("to").orElse(""),
                                    each.textAt("note").orElse(""),
                                    each.textAt("plugin"),
                                    each.textAt("gate")));
                }
            }
        }
        return changes;
    }

    private static Map<String, Json> fields(Json document, String field) {
        return document.at(field).orElse(Json.Null.NULL) instanceof Obj all
                ? all.fields()
                : Map.of();
    }

    private static List<String> texts(Json list) {
        return list instanceof Arr(List<Json> elements)
                ? elements.stream()
                        .map(each -> each instanceof Str(String text) ? text : each.text())
                        .toList()
                : List.of();
    }
}
