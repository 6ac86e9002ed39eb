package dev.berth.controlplane.schema;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The schemas of the built-in kinds. They are parsed when they are first used.
public final class Schemas {
    private static final String FILE = "kubernetes.json";

    private static final class Holder {
        static final Schemas LOADED = new Schemas();
    }

    private final Definitions definitions;
    private final Map<String, String> names = new HashMap<>();

    private Schemas() {
        this.definitions = new Definitions(load());
        definitions
                .source()
                .fields()
                .forEach((name, definition) -> {
                    for (Json kind : Path.of("x-kubernetes-group-version-kind").items(definition)) {
                        names.put(
                                key(
                                        Path.of("group").text(kind),
                                        Path.of("version").text(kind),
                                        Path.of("kind").text(kind)),
                                name);
                    }
                });
    }

    private static Json.Obj load() {
        try (InputStream in = Schemas.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException(FILE + " is missing beside " + Schemas.class);
            }
            return (Json.Obj) Json.parse(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String key(String group, String version, String kind) {
        return group + "/" + version + "/" + kind;
    }

    /// The schema of a built-in kind.
    public static Optional<Schema> of(Kind kind) {
        Schemas loaded = Holder.LOADED;
        return Optional.ofNullable(loaded.names.get(key(kind.group(), kind.version(), kind.name())))
                .map(loaded.definitions::get);
    }

    /// The name of the definition of a built-in kind.
    static Optional<String> name(Kind kind) {
        return Optional.ofNullable(
                Holder.LOADED.names.get(key(kind.group(), kind.version(), kind.name())));
    }

    static Json.Obj source() {
        return Holder.LOADED.definitions.source();
    }
}
