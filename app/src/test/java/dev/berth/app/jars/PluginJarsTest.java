package dev.berth.app.jars;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.berth.config.FeatureGates;
import dev.berth.config.PluginRegistry;
import dev.berth.spi.Filter;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PreFilterResult;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.ModuleAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ModuleDesc;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

class PluginJarsTest {
    private @TempDir Path temp;
    private Path plugins = Path.of("");

    @BeforeEach
    void makeFolder() throws IOException {
        plugins = Files.createDirectory(temp.resolve("plugins"));
    }

    private PluginJars.Loaded load(Path... folders) {
        return PluginJars.load(
                List.of(folders), PluginRegistry.inTree().all(), FeatureGates.DEFAULT);
    }

    private List<String> names(PluginJars.Loaded loaded) {
        return loaded.plugins().stream().map(JarPlugin::name).toList();
    }

    @Test
    void aJarIsAPluginWithItsVersionAndDigest() throws IOException {
        Path jar = TestJar.plugin("Cost", "").write(plugins.resolve("cost.jar"));

        PluginJars.Loaded loaded = load(plugins);

        assertThat(loaded.problems()).isEmpty();
        JarPlugin plugin = loaded.plugins().getFirst();
        assertThat(plugin.name()).isEqualTo("Cost");
        assertThat(plugin.version()).isEqualTo("7.1");
        assertThat(plugin.source()).isEqualTo(jar);
        assertThat(plugin.digest()).isEqualTo(Digest.of(jar)).hasSize(64);
        assertThat(plugin.provider().getClass().getClassLoader())
                .isNotEqualTo(PluginProvider.class.getClassLoader());
    }

    @Test
    void aFolderIsOnePluginWithItsLibraries() throws IOException {
        Path folder = Files.createDirectory(plugins.resolve("cost"));
        Path library =
                new TestJar()
                        .source(
                                "Lib",
                                "package lib; public class Lib { public static String name() {"
                                        + " return \"FromLib\"; } }")
                        .spi(null)
                        .write(folder.resolve("lib.jar"));
        TestJar.plugin("Cost", "")
                .source("Named", named("lib.Lib.name()"))
                .noServices()
                .provider("acme.Named")
                .against(library)
                .write(folder.resolve("cost.jar"));

        PluginJars.Loaded loaded = load(plugins);

        assertThat(loaded.problems()).isEmpty();
        assertThat(names(loaded)).containsExactly("FromLib");
        assertThat(loaded.plugins().getFirst().source()).isEqualTo(folder);
    }

    private static String named(String expression) {
        return """
        package acme;
        public class Named extends Cost {
            @Override public String name() { return %s; }
        }
        """
                .formatted(expression);
    }

    @Test
    void aFolderMayHoldClassesAloneAndThenNeedsNoVersion() throws IOException {
        TestJar.plugin("Cost", "").classes(plugins.resolve("cost"));

        assertThat(names(load(plugins))).containsExactly("Cost");
    }

    @Test
    void aModuleMayProvideIt() throws IOException {
        byte[] descriptor =
                ClassFile.of()
                        .buildModule(
                                ModuleAttribute.of(
                                        ModuleDesc.of("acme"),
                                        module ->
                                                module.requires(
                                                                ModuleDesc.of("java.base"),
                                                                ClassFile.ACC_MANDATED,
                                                                null)
                                                        .provides(
                                                                ClassDesc.of(
                                                                        PluginProvider.class
                                                                                .getName()),
                                                                ClassDesc.of("acme.Cost"))));
        TestJar.plugin("Cost", "")
                .noServices()
                .file("module-info.class", descriptor)
                .write(plugins.resolve("cost.jar"));

        assertThat(load(plugins).problems()).isEmpty();
        assertThat(names(load(plugins))).containsExactly("Cost");
    }

    @Test
    void twoPluginsMayHaveTheSameClassesAndSeeOnlyTheirOwn() throws IOException {
        for (String name : List.of("One", "Two")) {
            TestJar.plugin("Cost", "")
                    .source("Named", named("Shared.NAME"))
                    .source(
                            "Shared",
                            "package acme; class Shared { static String NAME = \"%s\"; }"
                                    .formatted(name))
                    .noServices()
                    .provider("acme.Named")
                    .write(plugins.resolve(name + ".jar"));
        }

        assertThat(names(load(plugins))).containsExactly("One", "Two");
    }

    @ParameterizedTest
    @CsvSource({
        "dev.berth.engine.Engine, false",
        "dev.berth.app.Main, false",
        "dev.berth.plugins.InTree, false",
        "picocli.CommandLine, false",
        "tools.jackson.core.JsonParser, false",
        "dev.berth.spi.Filter, true",
        "dev.berth.model.Pod, true",
        "java.net.http.HttpClient, true",
        "java.sql.Connection, true",
        "org.w3c.dom.Node, true",
    })
    void ofTheSchedulerItSeesTheInterfaceAndNothingElse(String type, boolean seen)
            throws IOException {
        TestJar.plugin(
                        "Cost",
                        """
                        @Override public Args defaults(Gates on) {
                            try {
                                Class.forName("%s");
                                return new Args("seen", 1, java.util.List.of());
                            } catch (ClassNotFoundException e) {
                                return new Args("unseen", 1, java.util.List.of());
                            }
                        }
                        """
                                .formatted(type))
                .write(plugins.resolve("cost.jar"));

        Record defaults =
                load(plugins).plugins().getFirst().provider().defaults(FeatureGates.DEFAULT);

        assertThat(defaults.toString()).contains(seen ? "label=seen" : "label=unseen");
    }

    record Case(String name, TestJar jar, String problem) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> broken() {
        return Stream.of(
                new Case(
                        "without a service",
                        TestJar.plugin("Cost", "").noServices(),
                        "contains no plugin; list its provider in"
                            + " META-INF/services/dev.berth.spi.PluginProvider, or remove it from"
                            + " the directory"),
                new Case(
                        "of a class that is not there",
                        TestJar.plugin("Cost", "").noServices().provider("acme.Gone"),
                        "acme.Gone: the class does not exist; correct"
                                + " META-INF/services/dev.berth.spi.PluginProvider, or rebuild the"
                                + " plugin"),
                new Case(
                        "of a class that is no provider",
                        TestJar.plugin("Cost", "").provider("java.lang.String"),
                        "java.lang.String: is not a provider; it must implement"
                                + " dev.berth.spi.PluginProvider"),
                new Case(
                        "without a constructor",
                        TestJar.plugin("Cost", "private Cost() {}"),
                        "acme.Cost: cannot be created; add a public constructor without"
                                + " parameters"),
                new Case(
                        "with a constructor that wants something",
                        TestJar.plugin("Cost", "public Cost(int x) {}"),
                        "acme.Cost: cannot be created; add a public constructor without"
                                + " parameters"),
                new Case(
                        "with a constructor that throws",
                        TestJar.plugin("Cost", "public Cost() { throw new Error(\"boom\"); }"),
                        "acme.Cost: its constructor failed with java.lang.Error: boom; report it to"
                                + " the author of the plugin"),
                new Case(
                        "with a static part that throws",
                        TestJar.plugin("Cost", "static int x = Integer.parseInt(\"x\");"),
                        "acme.Cost: loading it failed with java.lang.NumberFormatException: For"
                                + " input string: \"x\"; report it to the author of the plugin"),
                new Case(
                        "whose name throws",
                        TestJar.plugin("Cost", "")
                                .source("Named", named("String.valueOf(1 / 0)"))
                                .noServices()
                                .provider("acme.Named"),
                        "acme.Named: name() failed with java.lang.ArithmeticException: / by zero;"
                                + " report it to the author of the plugin"),
                new Case(
                        "whose name is null",
                        TestJar.plugin("Cost", "")
                                .source("Named", named("null"))
                                .noServices()
                                .provider("acme.Named"),
                        "acme.Named: name() returns null; return the name that configurations use"),
                new Case(
                        "whose defaults throw",
                        TestJar.plugin(
                                "Cost", "public Args defaults(Gates on) { return defaults(on); }"),
                        "acme.Cost: defaults() failed with java.lang.StackOverflowError; report it"
                                + " to the author of the plugin"),
                new Case(
                        "whose defaults are null",
                        TestJar.plugin("Cost", "public Args defaults(Gates on) { return null; }"),
                        "acme.Cost: defaults() returns null; return the default arguments"),
                new Case(
                        "whose arguments nobody can read",
                        new TestJar()
                                .source(
                                        "Cost",
                                        """
                                        package acme;
                                        import dev.berth.spi.*;
                                        public class Cost implements PluginProvider<Cost.Args> {
                                            record Args(int x) {}
                                            public String name() { return "Cost"; }
                                            public Args defaults() { return new Args(1); }
                                            public Plugin create(Args args, PluginContext context) { return null; }
                                        }
                                        """)
                                .provider("acme.Cost"),
                        "acme.Cost: its arguments type acme.Cost$Args is not public; make it a"
                                + " public record"),
                new Case(
                        "with the name of one in the tree",
                        TestJar.plugin("NodeName", ""),
                        "acme.NodeName: plugin NodeName is already in Berth itself"
                                + " (dev.berth.plugins.nodename.NodeName$Provider); remove one of"
                                + " them"),
                new Case(
                        "with the name of the extenders",
                        TestJar.plugin("Extender", ""),
                        "acme.Extender: the name Extender is reserved for pods that extenders"
                                + " reject; choose another"),
                new Case(
                        "without a version",
                        TestJar.plugin("Cost", "").spi(null),
                        "does not declare the SPI version it was built for; add 'Berth-Spi-Version:"
                                + " 2.0' to its manifest"),
                new Case(
                        "with a version that is none",
                        TestJar.plugin("Cost", "").spi("latest"),
                        "its manifest has 'Berth-Spi-Version: latest', which is not a version; use"
                                + " the format 2.0"),
                new Case(
                        "for another SPI",
                        TestJar.plugin("Cost", "").spi("1.0"),
                        "was built for SPI 1.0, but this is SPI 2.0; use a build for SPI 2"),
                new Case(
                        "for a newer SPI",
                        TestJar.plugin("Cost", "").spi("2.9"),
                        "was built for SPI 2.9, but this is SPI 2.0; use a newer Berth"));
    }

    @ParameterizedTest
    @MethodSource
    void broken(Case broken) throws IOException {
        Path jar = broken.jar().write(plugins.resolve("broken.jar"));

        PluginJars.Loaded loaded = load(plugins);

        assertThat(loaded.plugins()).isEmpty();
        assertThat(loaded.problems()).hasSize(1);
        assertThat(loaded.problems().getFirst()).startsWith(jar + ": " + broken.problem());
    }

    @Test
    void aLibraryThatIsMissingIsNamed() throws IOException {
        Path library =
                new TestJar()
                        .source("Lib", "package lib; public class Lib { public String x; }")
                        .write(temp.resolve("lib.jar"));
        TestJar.plugin("Cost", "static lib.Lib lib = new lib.Lib();")
                .against(library)
                .write(plugins.resolve("cost.jar"));

        assertThat(load(plugins).problems())
                .containsExactly(
                        plugins.resolve("cost.jar")
                                + ": acme.Cost: loading it failed with"
                                + " java.lang.NoClassDefFoundError: lib/Lib; put the jar with that"
                                + " class into one directory with the jar of the plugin");
    }

    @Test
    void aDamagedJarIsNamed() throws IOException {
        Files.writeString(plugins.resolve("text.jar"), "no jar");
        Path cut = TestJar.plugin("Cost", "").write(plugins.resolve("cut.jar"));
        byte[] bytes = Files.readAllBytes(cut);
        Files.write(cut, Arrays.copyOf(bytes, bytes.length / 2));
        Path flipped = TestJar.plugin("Cost", "").write(plugins.resolve("flipped.jar"));
        bytes = Files.readAllBytes(flipped);
        for (int i = 300; i < 340; i++) {
            bytes[i] ^= 0x55;
        }
        Files.write(flipped, bytes);

        assertThat(load(plugins).plugins()).isEmpty();
        assertThat(load(plugins).problems())
                .hasSize(3)
                .allMatch(problem -> problem.contains(".jar: cannot be read as a jar: "))
                .allMatch(problem -> problem.endsWith("; rebuild or copy it again"));
    }

    @Test
    void ofTwoWithOneNameTheFirstStays() throws IOException {
        Path first = TestJar.plugin("Cost", "").write(plugins.resolve("a.jar"));
        Path second = TestJar.plugin("Cost", "").write(plugins.resolve("b.jar"));

        PluginJars.Loaded loaded = load(plugins);

        assertThat(loaded.plugins().stream().map(JarPlugin::source)).containsExactly(first);
        assertThat(loaded.problems())
                .containsExactly(
                        second
                                + ": acme.Cost: plugin Cost is already in "
                                + first
                                + "; remove one of them");
    }

    @Test
    void everythingThatIsWrongIsSaidAtOnce() throws IOException {
        TestJar.plugin("Cost", "").write(plugins.resolve("fine.jar"));
        Files.writeString(plugins.resolve("bad.jar"), "no jar");
        Files.createDirectory(plugins.resolve("empty"));
        Files.writeString(plugins.resolve("README"), "not looked at");
        Files.writeString(plugins.resolve(".hidden.jar"), "not looked at");

        PluginJars.Loaded loaded = load(plugins, temp.resolve("nowhere"));

        assertThat(names(loaded)).containsExactly("Cost");
        assertThat(loaded.problems())
                .hasSize(3)
                .anyMatch(problem -> problem.startsWith(plugins.resolve("bad.jar").toString()))
                .anyMatch(problem -> problem.startsWith(plugins.resolve("empty").toString()))
                .contains(
                        temp.resolve("nowhere")
                                + ": is not a directory; set the directory that contains the plugin"
                                + " jars");
    }

    @ParameterizedTest
    @CsvSource({"file, rw-r--rw-", "directory, rwxr-xrwx", "above, rwxr-xrwx"})
    void whatOthersMayWriteToIsNotLoaded(String which, String permissions) throws IOException {
        Path jar = TestJar.plugin("Cost", "").write(plugins.resolve("cost.jar"));
        Path open =
                switch (which) {
                    case "file" -> jar;
                    case "folder" -> plugins;
                    default -> temp;
                };
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString(permissions));

        PluginJars.Loaded loaded = load(plugins);

        Path real = open.toRealPath();
        assertThat(loaded.plugins()).isEmpty();
        assertThat(loaded.problems())
                .containsExactly(
                        "%s: %s is writable by all users (%s); run: chmod o-w %s"
                                .formatted(
                                        which.equals("file") ? jar : plugins,
                                        real,
                                        permissions,
                                        real));
    }

    @Test
    void aFileWithinAPluginThatOthersMayWriteToIsFoundThroughALinkToo() throws IOException {
        Path elsewhere = Files.createDirectory(temp.resolve("elsewhere"));
        Path jar = TestJar.plugin("Cost", "").write(elsewhere.resolve("cost.jar"));
        Files.setPosixFilePermissions(elsewhere, PosixFilePermissions.fromString("rwxr-xrwx"));
        Path folder = Files.createDirectory(plugins.resolve("cost"));
        Files.createSymbolicLink(folder.resolve("cost.jar"), jar);

        assertThat(load(plugins).problems())
                .singleElement()
                .asString()
                .endsWith("run: chmod o-w " + elsewhere.toRealPath());
    }

    @Test
    void anUnreadableSubfolderIsOneProblemAmongOthers() throws IOException {
        TestJar.plugin("Cost", "").write(plugins.resolve("fine.jar"));
        Path closed = Files.createDirectories(plugins.resolve("bad/closed"));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
        // Root may read everything.
        assumeThat(Files.isReadable(closed)).isFalse();

        PluginJars.Loaded loaded = load(plugins);

        assertThat(names(loaded)).containsExactly("Cost");
        assertThat(loaded.problems())
                .containsExactly(
                        plugins.resolve("bad")
                                + ": cannot be read: AccessDeniedException: "
                                + closed
                                + "; see who may read it");
    }

    @Test
    void aClassThatMayNotBeDefinedIsNamed() throws IOException {
        byte[] forbidden = ClassFile.of().build(ClassDesc.of("java.acme.Cost"), built -> {});
        new TestJar()
                .provider("java.acme.Cost")
                .file("java/acme/Cost.class", forbidden)
                .write(plugins.resolve("cost.jar"));

        assertThat(load(plugins).problems())
                .singleElement()
                .asString()
                .startsWith(
                        plugins.resolve("cost.jar")
                                + ": java.acme.Cost: loading it failed with"
                                + " java.lang.SecurityException: Prohibited package name:"
                                + " java.acme");
    }

    @Test
    void theDigestOfAFolderIsThatOfItsFiles() throws IOException {
        Path folder = Files.createDirectory(temp.resolve("digest"));
        Files.writeString(folder.resolve("b"), "b");
        Files.writeString(folder.resolve("a"), "a");
        Path lines =
                Files.writeString(
                        temp.resolve("lines"),
                        Digest.of(folder.resolve("a"))
                                + "  a\n"
                                + Digest.of(folder.resolve("b"))
                                + "  b\n",
                        StandardCharsets.UTF_8);

        assertThat(Digest.of(folder)).isEqualTo(Digest.of(lines));
    }

    /// Not to be found: what is on the class path of the scheduler is no plugin of a folder.
    static final class OnTheClassPath implements PluginProvider<PluginProvider.NoArgs> {
        @Override
        public String name() {
            return "OnTheClassPath";
        }

        @Override
        public NoArgs defaults() {
            return NoArgs.NONE;
        }

        @Override
        public Plugin create(NoArgs args, PluginContext context) {
            return (Filter) cycle -> PreFilterResult.SKIP;
        }
    }

    @Test
    void aClassOfTheSchedulerCannotBeNamed() throws IOException {
        new TestJar().provider(OnTheClassPath.class.getName()).write(plugins.resolve("thief.jar"));

        assertThat(load(plugins).problems())
                .singleElement()
                .asString()
                .contains(OnTheClassPath.class.getName() + ": the class does not exist");
    }
}
