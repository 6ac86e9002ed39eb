package dev.berth.manifest;

import dev.berth.model.FileProblem;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonPath;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Reads manifests as `kubectl apply -f` does: YAML or JSON, several documents in a file, lists,
/// and directories.
public final class Manifests {
    private static final int MAX_BYTES = 256 << 20;
    private static final String STANDARD_INPUT = "-";
    private static final List<String> EXTENSIONS = List.of(".json", ".yaml", ".yml");

    private Manifests() {}

    /// Reads files, directories and, for `-`, standard input. In a directory, it reads the files
    /// that end in `.json`, `.yaml` or `.yml`, in name order, and no subdirectories.
    ///
    /// @param problems receives the problems; reading continues with the next object or file
    public static List<Manifest> read(
            List<String> places, InputStream standardInput, Consumer<ManifestException> problems) {
        var manifests = new ArrayList<Manifest>();
        for (String place : places) {
            attempt(
                    problems,
                    () -> {
                        if (place.equals(STANDARD_INPUT)) {
                            collect(source(STANDARD_INPUT, standardInput), manifests, problems);
                        } else {
                            collect(path(place), manifests, problems);
                        }
                    });
        }
        return List.copyOf(manifests);
    }

    /// Reads a file or a directory.
    ///
    /// @throws ManifestException at the first problem
    public static List<Manifest> read(Path place) {
        var manifests = new ArrayList<Manifest>();
        collect(place, manifests, Manifests::fail);
        return List.copyOf(manifests);
    }

    private static void collect(
            Path place, List<Manifest> into, Consumer<ManifestException> problems) {
        for (Path file : Files.isDirectory(place) ? filesIn(place) : List.of(place)) {
            attempt(problems, () -> collect(source(file), into, problems));
        }
    }

    private static void attempt(Consumer<ManifestException> problems, Runnable reading) {
        try {
            reading.run();
        } catch (ManifestException problem) {
            problems.accept(problem);
        }
    }

    private static void fail(ManifestException problem) {
        throw problem;
    }

    /// A document of any JSON type.
    public record Document(Json json, Origin origin) {}

    /// Reads the first document of a file or, for `-`, of standard input; an empty document is
    /// `null`. As in kube-scheduler, later documents are ignored.
    ///
    /// @throws ManifestException at the first problem
    public static Document readFirst(String place, InputStream standardInput) {
        if (place.equals(STANDARD_INPUT)) {
            return first(STANDARD_INPUT, standardInput);
        }
        try (InputStream in = Files.newInputStream(path(place))) {
            return first(place, in);
        } catch (IOException e) {
            throw unreadable(place, e);
        }
    }

    /// The first document of a text, as in [#readFirst].
    ///
    /// @param name the name of the file in messages
    /// @throws ManifestException at the first problem
    public static Document parseFirst(String name, String text) {
        return first(new Source(name, text));
    }

    /// The first document of the content of a file, as in [#readFirst].
    public static Document parseFirst(String name, byte[] content) {
        return first(name, new ByteArrayInputStream(content));
    }

    private static Document first(String name, InputStream in) {
        return first(source(name, in));
    }

    private static Document first(Source source) {
        List<Json> documents = source.documents();
        return new Document(
                documents.isEmpty() ? Json.Null.NULL : documents.getFirst(),
                new Origin(source, 0, JsonPath.ROOT));
    }

    /// Reads a stream to its end.
    ///
    /// @param name the name of the file in messages
    /// @throws ManifestException at the first problem
    public static List<Manifest> read(String name, InputStream in) {
        return read(source(name, in));
    }

    private static Source source(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return source(file.toString(), in);
        } catch (IOException e) {
            throw unreadable(file.toString(), e);
        }
    }

    private static Source source(String name, InputStream in) {
        try {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw ManifestException.of(name, "longer than " + MAX_BYTES + " bytes");
            }
            return Source.of(name, bytes);
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }

    /// Parses a text.
    ///
    /// @param name the name of the file in messages
    /// @throws ManifestException at the first problem
    public static List<Manifest> parse(String name, String text) {
        return read(new Source(name, text));
    }

    private static Path path(String place) {
        try {
            return Path.of(place);
        } catch (InvalidPathException e) {
            throw ManifestException.of(place, "not the name of a file");
        }
    }

    private static List<Path> filesIn(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            List<Path> files =
                    entries.filter(Manifests::looksLikeManifest)
                            .filter(entry -> !Files.isDirectory(entry))
                            .sorted()
                            .toList();
            if (files.isEmpty()) {
                throw ManifestException.of(
                        folder.toString(), "no file here ends in .json, .yaml or .yml");
            }
            return files;
        } catch (IOException e) {
            throw unreadable(folder.toString(), e);
        }
    }

    private static boolean looksLikeManifest(Path entry) {
        return EXTENSIONS.stream().anyMatch(entry.toString()::endsWith);
    }

    private static ManifestException unreadable(String name, IOException e) {
        return ManifestException.of(name, FileProblem.reason(e));
    }

    private static List<Manifest> read(Source source) {
        var manifests = new ArrayList<Manifest>();
        collect(source, manifests, Manifests::fail);
        return List.copyOf(manifests);
    }

    private static void collect(
            Source source, List<Manifest> into, Consumer<ManifestException> problems) {
        List<Json> documents = source.documents();
        for (int i = 0; i < documents.size(); i++) {
            if (!(documents.get(i) instanceof Json.Null)) {
                collect(documents.get(i), new Origin(source, i, JsonPath.ROOT), into, problems);
            }
        }
    }

    private static void collect(
            Json document,
            Origin origin,
            List<Manifest> into,
            Consumer<ManifestException> problems) {
        attempt(
                problems,
                () -> {
                    if (!(document instanceof Json.Obj object)) {
                        throw origin.failure(JsonPath.ROOT, "is not an object");
                    }
                    String kind = required(object, "kind", origin);
                    String apiVersion = required(object, "apiVersion", origin);
                    Optional<Json> items = object.field("items").filter(_ -> kind.endsWith("List"));
                    if (items.isEmpty()) {
                        into.add(new Manifest(object, apiVersion, kind, origin));
                        return;
                    }
                    switch (items.get()) {
                        case Json.Arr(var elements) -> {
                            for (int i = 0; i < elements.size(); i++) {
                                JsonPath place = JsonPath.ROOT.field("items").element(i);
                                Json item = named(elements.get(i), apiVersion, kind);
                                collect(item, origin.inside(place), into, problems);
                            }
                        }
                        case Json.Null _ -> {}
                        case Json.Obj _, Json.Str _, Json.Num _, Json.Bool _ ->
                                throw origin.failure(JsonPath.ROOT.field("items"), "is not a list");
                    }
                });
    }

    /// The items of a `PodList` do not need a `kind`.
    private static Json named(Json item, String apiVersion, String listKind) {
        String kind = listKind.substring(0, listKind.length() - "List".length());
        if (kind.isEmpty()
                || !(item instanceof Json.Obj object)
                || object.field("kind").isPresent()) {
            return item;
        }
        var named = Json.Obj.builder().put("apiVersion", apiVersion).put("kind", kind);
        object.fields().forEach(named::put);
        return named.build();
    }

    private static String required(Json.Obj object, String field, Origin origin) {
        Optional<Json> value = object.field(field).filter(found -> !(found instanceof Json.Null));
        JsonPath path = JsonPath.ROOT.field(field);
        if (value.isEmpty() || value.get().equals(Json.Str.EMPTY)) {
            throw origin.failure(path, "is missing");
        }
        if (value.get() instanceof Json.Str(var text)) {
            return text;
        }
        throw origin.failure(path, value.get().text() + " is not a string");
    }
}
