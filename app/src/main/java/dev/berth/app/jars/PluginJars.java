package dev.berth.app.jars;

import dev.berth.engine.port.ExtenderSpec;
import dev.berth.spi.Gates;
import dev.berth.spi.PluginProvider;

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

/// Loads the plugins of plugin folders. A plugin is taken whole or not at all, and what is wrong
/// with one does not keep the others from being looked at.
public final class PluginJars {
    /// What was found.
    ///
    /// @param problems why the others were not taken: each names the jar and says what to do
    public record Loaded(List<JarPlugin> plugins, List<String> problems) {}

    private final Permissions permissions;
    private final Gates gates;
    private final List<JarPlugin> plugins = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    /// Who has a name already.
    private final Map<String, String> owners = new HashMap<>();

    private PluginJars(Permissions permissions, Collection<PluginProvider<?>> known, Gates gates) {
        this.permissions = permissions;
        this.gates = gates;
        for (PluginProvider<?> provider : known) {
            owners.put(provider.name(), "Berth itself (" + provider.getClass().getName() + ")");
        }
    }

    /// @param known plugins whose names are taken
    public static Loaded load(
            List<Path> folders, Collection<PluginProvider<?>> known, Gates gates) {
        if (folders.isEmpty()) {
            return new Loaded(List.of(), List.of());
        }
        Permissions permissions;
        try {
            permissions = Permissions.ours();
        } catch (IOException | UnsupportedOperationException problem) {
            return new Loaded(
                    List.of(),
                    List.of(
                            "plugins cannot be checked: the user of this process has no entry: "
                                    + problem));
        }
        var jars = new PluginJars(permissions, known, gates);
        for (Path folder : folders) {
            jars.loadFolder(folder);
        }
        return new Loaded(List.copyOf(jars.plugins), List.copyOf(jars.problems));
    }

    private void loadFolder(Path folder) {
        try {
            if (!Files.isDirectory(folder)) {
                problems.add(
                        "%s: is no folder; name the folder that the plugin jars are in"
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
        }
    }

    private void load(PluginSource source) {
        try {
            Optional<String> open = permissions.problemInside(source.path());
            if (open.isPresent()) {
                throw new PluginProblem(open.get());
            }
            List<JarPlugin> made = made(source, source.read());
            for (JarPlugin plugin : made) {
                owners.put(plugin.name(), plugin.source().toString());
            }
            plugins.addAll(made);
        } catch (PluginProblem problem) {
            problems.add(source.path() + ": " + problem.getMessage());
        } catch (IOException | UncheckedIOException problem) {
            problems.add(source.path() + ": " + unreadable(problem));
        }
    }

    private static String unreadable(Exception problem) {
        // Streams of files cannot throw the checked kind, and wrap it.
        Throwable cause = problem instanceof UncheckedIOException ? problem.getCause() : null;
        Throwable root = cause == null ? problem : cause;
        return "cannot be read: %s: %s; see who may read it"
                .formatted(root.getClass().getSimpleName(), root.getMessage());
    }

    // The loader must live as long as its plugins, which is as long as the process.
    @SuppressWarnings("resource")
    private List<JarPlugin> made(PluginSource source, PluginSource.Contents contents)
            throws IOException {
        var loader = new PluginLoader(source.path().toString(), contents.places());
        String digest = Digest.of(source.path());
        var made = new ArrayList<JarPlugin>();
        Map<String, String> names = new HashMap<>(owners);
        for (String type : contents.providers()) {
            PluginProvider<?> provider = provider(loader, type);
            String name = checkedName(provider);
            String owner = names.putIfAbsent(name, source.path() + " (" + type + ")");
            if (owner != null) {
                throw new PluginProblem(
                        "%s: the plugin %s is already in %s; take one of the two away"
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
                                + ": is no provider; let it implement "
                                + PluginProvider.class.getName());
            }
            if (!Modifier.isPublic(found.getModifiers())) {
                throw new PluginProblem(type + ": is not public; make it a public class");
            }
            return (PluginProvider<?>) found.getConstructor().newInstance();
        } catch (ClassNotFoundException missing) {
            throw new PluginProblem(
                    "%s: there is no such class; mend %s, or build it again"
                            .formatted(type, PluginSource.SERVICES));
        } catch (NoSuchMethodException | InstantiationException | IllegalAccessException form) {
            throw new PluginProblem(
                    type + ": cannot be made; give it a public constructor without parameters");
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
                    "%s: the name %s is taken: pods that extenders refuse wait for it; choose another"
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
                    type + ": defaults() returns null; return the arguments that hold without any");
        }
        if (!Modifier.isPublic(defaults.getClass().getModifiers())) {
            throw new PluginProblem(
                    "%s: its arguments, %s, are not public; make it a public record"
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
                            "plugins may use dev.berth.spi and dev.berth.model only";
                    case NoClassDefFoundError missing ->
                            "put the jar with that class into a folder together with the plugin's";
                    case LinkageError built -> "build it again with the SPI of this version";
                    default -> "ask whoever wrote it";
                };
        return new PluginProblem("%s: %s failed with %s; %s".formatted(type, where, root, remedy));
    }

    private static boolean isOurs(NoClassDefFoundError missing) {
        return String.valueOf(missing.getMessage()).startsWith("dev/berth/");
    }
}
