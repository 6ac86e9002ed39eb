package dev.berth.app.jars;

import dev.berth.spi.PluginProvider;
import dev.berth.spi.SpiVersion;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.InvalidModuleDescriptorException;
import java.lang.module.ModuleDescriptor;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/// The location of a plugin: a jar, or a folder with jars, classes or both.
///
/// Problems are thrown as [PluginProblem].
record PluginSource(Path path) {
    static final String SERVICES = "META-INF/services/" + PluginProvider.class.getName();

    private static final String DESCRIPTOR = "module-info.class";
    private static final String JAR = ".jar";

    /// The metadata of a jar or of a folder with classes.
    ///
    /// @param providers the provider classes
    private record Part(Path path, Set<String> providers, Optional<Attributes> attributes) {}

    /// The metadata of the whole plugin.
    ///
    /// @param places the locations of its classes
    /// @param providers the provider classes
    record Contents(List<URL> places, Set<String> providers, String version) {}

    /// The plugins in a folder, by name. Hidden files and files other than jars are ignored.
    static List<PluginSource> in(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(path -> !path.getFileName().toString().startsWith("."))
                    .filter(path -> Files.isDirectory(path) || isJar(path))
                    .sorted()
                    .map(PluginSource::new)
                    .toList();
        }
    }

    private static boolean isJar(Path path) {
        return path.getFileName().toString().endsWith(JAR);
    }

    Contents read() throws IOException {
        List<Part> parts = new ArrayList<>();
        if (Files.isDirectory(path)) {
            parts.add(folder(path));
            for (Path jar : jars()) {
                parts.add(jar(jar));
            }
        } else {
            parts.add(jar(path));
        }
        var places = new ArrayList<URL>();
        var providers = new LinkedHashSet<String>();
        String version = "";
        for (Part part : parts) {
            places.add(part.path().toUri().toURL());
            if (!part.providers().isEmpty()) {
                checkVersion(part);
                providers.addAll(part.providers());
                version = part.attributes().map(PluginSource::version).orElse("");
            }
        }
        if (providers.isEmpty()) {
            throw new PluginProblem(
                    "contains no plugin; list its provider in %s, or remove it from the directory"
                            .formatted(SERVICES));
        }
        return new Contents(places, providers, version);
    }

    private List<Path> jars() throws IOException {
        try (Stream<Path> all = Files.list(path)) {
            return all.filter(PluginSource::isJar).sorted().toList();
        }
    }

    private static String version(Attributes attributes) {
        String version = attributes.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
        return version == null ? "" : version;
    }

    private void checkVersion(Part part) {
        if (part.attributes().isEmpty() && Files.isDirectory(part.path())) {
            // A folder with classes comes directly from a compiler, which has used the present SPI.
            return;
        }
        String where = part.path().equals(path) ? "" : part.path().getFileName() + ": ";
        String said =
                part.attributes()
                        .map(attributes -> attributes.getValue(SpiVersion.ATTRIBUTE))
                        .orElse(null);
        if (said == null) {
            throw new PluginProblem(
                    "%sdoes not declare the SPI version it was built for; add '%s: %s' to its manifest"
                            .formatted(where, SpiVersion.ATTRIBUTE, SpiVersion.CURRENT));
        }
        SpiVersion built =
                SpiVersion.parse(said)
                        .orElseThrow(() ->
                                new PluginProblem(
                                        "%sits manifest has '%s: %s', which is not a version; use the format %s"
                                                .formatted(
                                                        where,
                                                        SpiVersion.ATTRIBUTE,
                                                        said,
                                                        SpiVersion.CURRENT)));
        if (!SpiVersion.CURRENT.serves(built)) {
            throw new PluginProblem(
                    "%swas built for SPI %s, but this is SPI %s; use %s"
                            .formatted(
                                    where,
                                    built,
                                    SpiVersion.CURRENT,
                                    built.major() == SpiVersion.CURRENT.major()
                                            ? "a newer Berth"
                                            : "a build for SPI " + SpiVersion.CURRENT.major()));
        }
    }

    private static Part folder(Path folder) throws IOException {
        var providers = new LinkedHashSet<String>();
        Path services = folder.resolve(SERVICES);
        if (Files.exists(services)) {
            providers.addAll(services(Files.readAllBytes(services)));
        }
        Path descriptor = folder.resolve(DESCRIPTOR);
        if (Files.exists(descriptor)) {
            try (InputStream in = Files.newInputStream(descriptor)) {
                providers.addAll(provided(in));
            }
        }
        Path manifest = folder.resolve(JarFile.MANIFEST_NAME);
        Optional<Attributes> attributes = Optional.empty();
        if (Files.exists(manifest)) {
            try (InputStream in = Files.newInputStream(manifest)) {
                attributes = Optional.of(new Manifest(in).getMainAttributes());
            }
        }
        return new Part(folder, providers, attributes);
    }

    private Part jar(Path file) throws IOException {
        try (var jar = new JarFile(file.toFile())) {
            readThrough(jar);
            var providers = new LinkedHashSet<String>();
            JarEntry services = jar.getJarEntry(SERVICES);
            if (services != null) {
                providers.addAll(services(bytes(jar, services)));
            }
            JarEntry descriptor = jar.getJarEntry(DESCRIPTOR);
            if (descriptor != null) {
                try (InputStream in = jar.getInputStream(descriptor)) {
                    providers.addAll(provided(in));
                }
            }
            return new Part(
                    file,
                    providers,
                    Optional.ofNullable(jar.getManifest()).map(Manifest::getMainAttributes));
        } catch (IOException | SecurityException | IllegalArgumentException damage) {
            throw new PluginProblem(
                    "%scannot be read as a jar: %s; rebuild or copy it again"
                            .formatted(
                                    file.equals(path) ? "" : file.getFileName() + ": ",
                                    damage.getMessage()));
        }
    }

    /// Reading an entry to its end verifies its checksum and its signature.
    private static void readThrough(JarFile jar) throws IOException {
        for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
            try {
                bytes(jar, entry);
            } catch (IOException damage) {
                throw new IOException(entry.getName() + ": " + damage.getMessage(), damage);
            }
        }
    }

    private static byte[] bytes(JarFile jar, JarEntry entry) throws IOException {
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }

    /// The names in a file as [java.util.ServiceLoader] reads it.
    private static List<String> services(byte[] file) {
        return new String(file, StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.replaceFirst("#.*", "").strip())
                .filter(line -> !line.isEmpty())
                .toList();
    }

    private static List<String> provided(InputStream descriptor) throws IOException {
        try {
            return ModuleDescriptor.read(descriptor).provides().stream()
                    .filter(provides -> provides.service().equals(PluginProvider.class.getName()))
                    .flatMap(provides -> provides.providers().stream())
                    .toList();
        } catch (InvalidModuleDescriptorException damage) {
            throw new IOException("module-info.class: " + damage.getMessage(), damage);
        }
    }
}
