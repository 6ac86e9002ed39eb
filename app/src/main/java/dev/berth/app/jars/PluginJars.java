package dev.berth.app.jars;

import dev.berth.engine.port.ExtenderSpec;
import dev.berth.spi.Gates;
import dev.berth.spi.PluginProvider;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Loads the plugins of plugin folders. A plugin is loaded completely or not at all, and its
/// problems do not affect other plugins.
public final class PluginJars {
    /// The loaded plugins and the problems of the others.
    ///
    /// @param problems why plugins were not loaded; each names the jar and the remedy
    /// @param causes the exceptions behind the problems, as far as there are any
    public record Loaded(List<JarPlugin> plugins, List<String> problems, List<Throwable> causes) {}

    private final Permissions permissions;
    private final Gates gates;
    private final PluginDigests digests;
    private @Nullable PluginCopies copies;
    private final List<JarPlugin> plugins = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final List<Throwable> causes = new ArrayList<>();

    /// The plugin that has a name.
    private final Map<String, String> owners = new HashMap<>();

    private PluginJars(
            Permissions permissions,
            Collection<PluginProvider<?>> known,
            Gates gates,
            PluginDigests digests) {
        this.permissions = permissions;
        this.gates = gates;
        this.digests = digests;
        for (PluginProvider<?> provider : known) {
            owners.put(provider.name(), "Berth itself (" + provider.getClass().getName() + ")");
        }
    }

    /// @param known the plugins whose names cannot be used
    public static Loaded load(
            List<Path> folders, Collection<PluginProvider<?>> known, Gates gates) {
        return load(folders, known, gates, PluginDigests.ANY);
    }

    /// @param digests the plugins that may be loaded; if they are given, each plugin is copied, and
    ///   the copy is checked and loaded
    public static Loaded load(
            List<Path> folders,
            Collection<PluginProvider<?>> known,
            Gates gates,
            PluginDigests digests) {
        if (folders.isEmpty()) {
            return new Loaded(List.of(), List.of(), List.of());
        }
        Permissions permissions;
        try {
            permissions = Permissions.ours();
        } catch (IOException | UnsupportedOperationException problem) {
            return new Loaded(
                    List.of(),
                    List.of(
                            "plugins cannot be checked: the user of this process is unknown: "
                                    + problem),
                    List.of(problem));
        }
        var jars = new PluginJars(permissions, known, gates, digests);
        for (Path folder : folders) {
            jars.loadFolder(folder);
        }
        return new Loaded(
                List.copyOf(jars.plugins), List.copyOf(jars.problems), List.copyOf(jars.causes));
    }

    private void loadFolder(Path folder) {
        try {
            if (!Files.isDirectory(folder)) {
                problems.add(
                        "%s: is not a directory; set the directory that contains the plugin jars"
                                .formatted(folder));
                return;
            }
            Optional<String> open = permissions.problem(folder);
            if (open.isPresent()) {
                problems.add(folder + ": " + open.get());
                return;
            }
            for (PluginSource source : PluginSource.in(folder)) {
                load(source);
            }
        } catch (IOException | UncheckedIOException problem) {
            problems.add(folder + ": " + unreadable(problem));
            causes.add(problem);
        }
    }

    private void load(PluginSource source) {
        try {
            Optional<String> open = permissions.problemInside(source.path());
            if (open.isPresent()) {
                throw new PluginProblem(open.get());
            }
            PluginSource loaded = digests.given() ? new PluginSource(copy(source)) : source;
            String digest = Digest.of(loaded.path());
            Optional<String> unlisted = digests.problem(source.path(), digest);
            if (unlisted.isPresent()) {
                throw new PluginProblem(unlisted.get());
            }
            List<JarPlugin> made = made(source, loaded.read(), digest);
            for (JarPlugin plugin : made) {
                owners.put(plugin.name(), plugin.source().toString());
            }
            plugins.addAll(made);
        } catch (PluginProblem problem) {
            problems.add(source.path() + ": " + problem.getMessage());
            if (problem.getCause() != null) {
                causes.add(problem.getCause());
            }
        } catch (IOException | UncheckedIOException problem) {
            problems.add(source.path() + ": " + unreadable(problem));
            causes.add(problem);
        }
    }

    private Path copy(PluginSource source) throws IOException {
        PluginCopies known = copies;
        if (known == null) {
            known = new PluginCopies();
            copies = known;
        }
        return known.of(source.path());
    }

    private static String unreadable(Exception problem) {
        // Streams of files wrap checked exceptions.
        Throwable cause = problem instanceof UncheckedIOException ? problem.getCause() : null;
        Throwable root = cause == null ? problem : cause;
        return "cannot be read: %s: %s; check its permissions"
                .formatted(root.getClass().getSimpleName(), root.getMessage());
    }

    // The class loader stays open as long as its plugins, that is, until the process ends.
    @SuppressWarnings("resource")
    private List<JarPlugin> made(
            PluginSource source, PluginSource.Contents contents, String digest) {
        var loader = new PluginLoader(source.path().toString(), contents.places());
        var made = new ArrayList<JarPlugin>();
        Map<String, String> names = new HashMap<>(owners);
        for (String type : contents.providers()) {
            PluginProvider<?> provider = provider(loader, type);
            String name = checkedName(provider);
            String owner = names.putIfAbsent(name, source.path() + " (" + type + ")");
            if (owner != null) {
                throw new PluginProblem(
                        "%s: plugin %s is already in %s; remove one of them"
                                .formatted(type, name, owner));
            }
            checkArguments(provider);
            made.add(new JarPlugin(name, provider, contents.version(), source.path(), digest));
        }
        return made;
    }

    private static PluginProvider<?> provider(PluginLoader loader, String type) {
        try {
            Class<?> found = Class.forName(type, true, loader);
            if (!PluginProvider.class.isAssignableFrom(found)) {
                throw new PluginProblem(
                        type
                                + ": is not a provider; it must implement "
                                + PluginProvider.class.getName());
            }
            if (!Modifier.isPublic(found.getModifiers())) {
                throw new PluginProblem(type + ": is not public; make it a public class");
            }
            return (PluginProvider<?>) found.getConstructor().newInstance();
        } catch (ClassNotFoundException missing) {
            throw new PluginProblem(
                    "%s: the class does not exist; correct %s, or rebuild the plugin"
                            .formatted(type, PluginSource.SERVICES),
                    missing);
        } catch (NoSuchMethodException | InstantiationException | IllegalAccessException form) {
            throw new PluginProblem(
                    type + ": cannot be created; add a public constructor without parameters",
                    form);
        } catch (InvocationTargetException problem) {
            throw thrown(type, "its constructor", problem.getTargetException());
        } catch (SecurityException | IllegalArgumentException | Error problem) {
            throw thrown(type, "loading it", problem);
        }
    }

    private static String checkedName(PluginProvider<?> provider) {
        String type = provider.getClass().getName();
        String name;
        try {
            name = provider.name();
        } catch (RuntimeException | Error problem) {
            throw thrown(type, "name()", problem);
        }
        if (name == null || name.isBlank() || !name.equals(name.strip())) {
            throw new PluginProblem(
                    "%s: name() returns %s; return the name that configurations use"
                            .formatted(type, name == null ? "null" : "'" + name + "'"));
        }
        if (name.equals(ExtenderSpec.REJECTOR)) {
            throw new PluginProblem(
                    "%s: the name %s is reserved for pods that extenders reject; choose another"
                            .formatted(type, name));
        }
        return name;
    }

    private void checkArguments(PluginProvider<?> provider) {
        String type = provider.getClass().getName();
        Record defaults;
        try {
            defaults = provider.defaults(gates);
        } catch (RuntimeException | Error problem) {
            throw thrown(type, "defaults()", problem);
        }
        if (defaults == null) {
            throw new PluginProblem(
                    type + ": defaults() returns null; return the default arguments");
        }
        if (!Modifier.isPublic(defaults.getClass().getModifiers())) {
            throw new PluginProblem(
                    "%s: its arguments type %s is not public; make it a public record"
                            .formatted(type, defaults.getClass().getName()));
        }
    }

    private static PluginProblem thrown(String type, String where, Throwable problem) {
        Throwable root = problem;
        if (problem instanceof ExceptionInInitializerError && problem.getCause() != null) {
            root = problem.getCause();
        }
        String remedy =
                switch (root) {
                    case NoClassDefFoundError missing when isOurs(missing) ->
                            "plugins can use only dev.berth.spi and dev.berth.model";
                    case NoClassDefFoundError missing ->
                            "put the jar with that class into one directory with the jar of the"
                                    + " plugin";
                    case LinkageError built -> "rebuild the plugin with the SPI of this version";
                    default -> "report it to the author of the plugin";
                };
        return new PluginProblem(
                "%s: %s failed with %s; %s".formatted(type, where, root, remedy), problem);
    }

    private static boolean isOurs(NoClassDefFoundError missing) {
        return String.valueOf(missing.getMessage()).startsWith("dev/berth/");
    }
}
