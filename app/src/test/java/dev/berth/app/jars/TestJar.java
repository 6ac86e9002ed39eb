package dev.berth.app.jars;

import dev.berth.model.Pod;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.SpiVersion;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/// Compiles sources and packs them into a jar, as the build of a plugin does.
public final class TestJar {
    private final Map<String, String> sources = new LinkedHashMap<>();
    private final List<String> providers = new ArrayList<>();
    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private final List<Path> libraries = new ArrayList<>();
    private @Nullable String spi = SpiVersion.CURRENT.toString();

    /// A provider `acme.NAME` whose plugin filters nothing, with `body` as its further members.
    public static TestJar plugin(String name, String body) {
        return new TestJar()
                .source(
                        name,
                        """
                        package acme;

                        import dev.berth.spi.*;

                        public class %s implements PluginProvider<%s.Args> {
                            public record Args(String label, long most, java.util.List<Part> parts) {}
                            public record Part(String key, boolean on) {}
                            public String name() { return "%s"; }
                            public Args defaults() { return new Args("cents", 100, java.util.List.of()); }
                            public Plugin create(Args args, PluginContext context) {
                                return (Filter) cycle -> PreFilterResult.SKIP;
                            }
                            %s
                        }
                        """
                                .formatted(name, name, name, body))
                .provider("acme." + name);
    }

    /// All sources and services of a Maven project.
    public static TestJar project(Path folder) throws IOException {
        var jar = new TestJar();
        Path main = folder.resolve("src/main");
        try (Stream<Path> all = Files.walk(main.resolve("java"))) {
            for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
                String name = String.valueOf(file.getFileName()).replace(".java", "");
                jar.source(name, Files.readString(file));
            }
        }
        Path services = main.resolve("resources").resolve(PluginSource.SERVICES);
        Files.readString(services).lines().forEach(jar::provider);
        return jar;
    }

    public TestJar source(String name, String text) {
        sources.put(name, text);
        return this;
    }

    /// Lists a class as a service, whether it is there or not.
    public TestJar provider(String name) {
        providers.add(name);
        return this;
    }

    /// Lists none of those given so far.
    public TestJar noServices() {
        providers.clear();
        return this;
    }

    /// @param version null for none
    TestJar spi(@Nullable String version) {
        spi = version;
        return this;
    }

    TestJar file(String name, byte[] content) {
        files.put(name, content);
        return this;
    }

    /// A jar or folder to compile against, which is not packed.
    TestJar against(Path library) {
        libraries.add(library);
        return this;
    }

    /// Writes it as a folder of classes.
    public Path classes(Path folder) throws IOException {
        Files.createDirectories(folder);
        compileTo(folder);
        if (!providers.isEmpty()) {
            Path services = folder.resolve(PluginSource.SERVICES);
            Files.createDirectories(services.getParent());
            Files.writeString(services, String.join("\n", providers));
        }
        return folder;
    }

    public Path write(Path file) throws IOException {
        Path folder = Files.createTempDirectory("classes");
        classes(folder);
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, "7.1");
        if (spi != null) {
            manifest.getMainAttributes().putValue(SpiVersion.ATTRIBUTE, spi);
        }
        Files.createDirectories(file.getParent());
        try (var jar = new JarOutputStream(Files.newOutputStream(file), manifest);
                Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.filter(Files::isRegularFile).sorted().toList()) {
                add(jar, folder.relativize(each).toString(), Files.readAllBytes(each));
            }
            for (Map.Entry<String, byte[]> each : files.entrySet()) {
                add(jar, each.getKey(), each.getValue());
            }
        }
        return file;
    }

    private static void add(JarOutputStream jar, String name, byte[] content) throws IOException {
        jar.putNextEntry(new JarEntry(name));
        jar.write(content);
        jar.closeEntry();
    }

    private void compileTo(Path folder) throws IOException {
        if (sources.isEmpty()) {
            return;
        }
        Path src = Files.createTempDirectory("sources");
        var arguments = new ArrayList<String>();
        String path =
                Stream.concat(
                                Stream.of(place(PluginProvider.class), place(Pod.class)),
                                libraries.stream())
                        .map(Path::toString)
                        .reduce((a, b) -> a + java.io.File.pathSeparator + b)
                        .orElseThrow();
        arguments.addAll(List.of("-proc:none", "-nowarn", "-d", folder.toString(), "-cp", path));
        for (Map.Entry<String, String> each : sources.entrySet()) {
            Path file = src.resolve(each.getKey() + ".java");
            Files.writeString(file, each.getValue());
            arguments.add(file.toString());
        }
        var said = new ByteArrayOutputStream();
        var out = new PrintStream(said, true, StandardCharsets.UTF_8);
        int code =
                ToolProvider.findFirst("javac")
                        .orElseThrow()
                        .run(out, out, arguments.toArray(String[]::new));
        if (code != 0) {
            throw new AssertionError(said.toString(StandardCharsets.UTF_8));
        }
    }

    private static Path place(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
