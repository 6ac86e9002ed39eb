package dev.berth.it.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

import dev.berth.engine.queue.FixtureOfAQueue;
import dev.berth.engine.state.FixtureThatKnowsTheQueue;
import dev.berth.spi.FixtureThatNeedsALibrary;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Which module and which package of the engine may depend on which others. A new module and a new
/// package of the engine need a row here.
class LayeringTest {
    /// The modules that contain nothing but tests.
    private static final Set<String> ONLY_TESTS = Set.of("engine-tests", "it");

    /// The modules that contain nothing but a library.
    private static final Set<String> ONLY_LIBRARIES = Set.of("cel");

    static final List<Layer> MODULES =
            List.of(
                    Layer.of("model").with("tools.jackson.core"),
                    Layer.of("manifest", "model").with("org.snakeyaml.engine"),
                    Layer.of("expression", "model").with("berth.cel"),
                    Layer.of("spi", "model"),
                    Layer.of("engine", "spi", "model"),
                    Layer.of("plugins", "spi", "model"),
                    Layer.of("devices", "expression", "spi", "model"),
                    Layer.of("config", "engine.port", "plugins", "devices", "spi", "model"),
                    Layer.of("kubeclient", "manifest", "model").with("javax.net.ssl", "jdk.net"),
                    Layer.of("kube", "engine.port", "kubeclient", "spi", "model")
                            .with("javax.net.ssl"),
                    Layer.of("observe", "engine.port", "engine.view", "kubeclient", "spi", "model")
                            .with("javax.net.ssl", "org.slf4j"),
                    Layer.of("serving", "engine.port", "kubeclient", "model")
                            .with(
                                    "javax.net.ssl",
                                    "javax.security.auth.x500",
                                    "javax.management",
                                    "com.sun.management",
                                    "jdk.jfr",
                                    "org.eclipse.jetty"),
                    Layer.of("controlplane", "engine.port", "spi", "model"),
                    Layer.of("sim", "controlplane", "engine", "spi", "model"),
                    // The types of certificates, requests and responses come from serving, and so
                    // does Jetty. Users send YAML, and kubectl sends protobuf.
                    Layer.of(
                                    "apiserver",
                                    "controlplane",
                                    "engine.port",
                                    "kubeclient.wire",
                                    "manifest",
                                    "serving",
                                    "model")
                            .with("javax.crypto"),
                    Layer.of("answers", "model"),
                    // The types of requests and responses come from serving: all ports serve the
                    // same answers.
                    Layer.of(
                            "dashboard",
                            "answers",
                            "engine.view",
                            "engine.port",
                            "serving.http",
                            "spi",
                            "model"),
                    Layer.of(
                                    "app",
                                    "model",
                                    "manifest",
                                    "spi",
                                    "engine",
                                    "plugins",
                                    "config",
                                    "kubeclient",
                                    "kube",
                                    "observe",
                                    "serving",
                                    "controlplane",
                                    "sim",
                                    "apiserver",
                                    "answers",
                                    "dashboard")
                            .with("picocli"),
                    Layer.of(
                                    "junit",
                                    "app.embedded",
                                    "apiserver",
                                    "config",
                                    "controlplane",
                                    "sim",
                                    "engine",
                                    "manifest",
                                    "spi",
                                    "model")
                            .with("org.junit"),
                    Layer.of(
                            "testkit", "spi", "model", "manifest", "engine", "controlplane", "sim"),
                    Layer.of("harness", "expression", "manifest", "model"),
                    Layer.of(
                                    "bench",
                                    "model",
                                    "manifest",
                                    "spi",
                                    "engine",
                                    "plugins",
                                    "config",
                                    "kubeclient",
                                    "kube",
                                    "observe",
                                    "serving",
                                    "controlplane",
                                    "sim",
                                    "dashboard",
                                    "testkit",
                                    "harness",
                                    "app.embedded")
                            .with(
                                    "org.HdrHistogram",
                                    "com.sun.management",
                                    "com.sun.net.httpserver"));

    /// From upstream to downstream: each package depends only on packages before it, and none on
    /// `dev.berth.engine` itself, the facade. `MODULES` covers everything else.
    static final List<Layer> ENGINE_PACKAGES =
            List.of(
                    part("port", "view"),
                    part("view", "port"),
                    part("extender", "port", "view"),
                    part("profile", "port", "view"),
                    part("state", "port", "view"),
                    part("queue", "port", "view", "profile", "state"),
                    part("cycle", "port", "view", "extender", "profile", "state", "queue"),
                    part(
                            "decide",
                            "port",
                            "view",
                            "extender",
                            "profile",
                            "state",
                            "queue",
                            "cycle"),
                    part(
                            "binding",
                            "port",
                            "view",
                            "extender",
                            "profile",
                            "state",
                            "queue",
                            "cycle"),
                    part(
                            "loop",
                            "port",
                            "view",
                            "extender",
                            "profile",
                            "state",
                            "queue",
                            "cycle",
                            "binding"));

    private static Layer part(String name, String... upstream) {
        return Layer.of(
                "engine." + name,
                Stream.concat(
                                Stream.of("spi", "model"),
                                Stream.of(upstream).map(part -> "engine." + part))
                        .toArray(String[]::new));
    }

    @ParameterizedTest
    @FieldSource("MODULES")
    void aModuleDependsOnlyOnWhatItsRowSays(Layer module) {
        module.rule().check(Production.CLASSES);
    }

    @ParameterizedTest
    @FieldSource("ENGINE_PACKAGES")
    void aPackageOfTheEngineDependsOnlyOnThoseUpstream(Layer part) {
        part.rule().check(Production.CLASSES);
    }

    @Test
    void thePackagesOfTheEngineAreThoseAndHaveNoCycles() {
        String[] known =
                Stream.concat(
                                Stream.of("dev.berth.engine"),
                                ENGINE_PACKAGES.stream().map(Layer::packages))
                        .toArray(String[]::new);
        classes()
                .that()
                .resideInAPackage("dev.berth.engine..")
                .should()
                .resideInAnyPackage(known)
                .check(Production.CLASSES);
        slices().matching("dev.berth.engine.(*)..")
                .should()
                .beFreeOfCycles()
                .check(Production.CLASSES);
    }

    @Test
    void theJsonParserStaysInsideItsPackage() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.berth.model.json..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("tools.jackson..")
                .check(Production.CLASSES);
    }

    @Test
    void everyModuleOfTheBuildHasARow() throws IOException {
        List<String> built =
                Pattern.compile("<module>([\\w-]+)</module>")
                        .matcher(Files.readString(Path.of("..", "pom.xml")))
                        .results()
                        .map(module -> module.group(1))
                        .filter(module -> !ONLY_TESTS.contains(module))
                        .filter(module -> !ONLY_LIBRARIES.contains(module))
                        .toList();
        assertThat(built)
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(MODULES.stream().map(Layer::name).toList());
    }

    @Test
    void aRowWithoutClassesFails() {
        assertThatThrownBy(() -> Layer.of("nosuchmodule").rule().check(Production.CLASSES))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("failed to check any classes");
    }

    /// A package is a package of commands if picocli finds a command in it. The package of `Main`
    /// itself puts the commands together.
    @Test
    void theCommandsOfTheAppDoNotDependOnOneAnother() {
        Set<String> commands = commandPackages(Production.CLASSES);
        assertThat(commands).contains("dev.berth.app.run", "dev.berth.app.up", "dev.berth.app.sdk");
        slices().assignedFrom(eachOf(commands))
                .should()
                .notDependOnEachOther()
                .check(Production.CLASSES);
        noClasses()
                .that()
                .resideInAPackage("dev.berth.app.*..")
                .and()
                .resideOutsideOfPackages(commands.toArray(String[]::new))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(commands.toArray(String[]::new))
                .check(Production.CLASSES);
        slices().matching("dev.berth.app.(*)..")
                .should()
                .beFreeOfCycles()
                .check(Production.CLASSES);
    }

    private static Set<String> commandPackages(JavaClasses classes) {
        return classes.stream()
                .filter(type -> type.isAnnotatedWith("picocli.CommandLine$Command"))
                .map(JavaClass::getPackageName)
                .filter(name -> name.startsWith("dev.berth.app."))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static SliceAssignment eachOf(Set<String> packages) {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                return packages.contains(type.getPackageName())
                        ? SliceIdentifier.of(type.getPackageName())
                        : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "packages of commands";
            }
        };
    }

    @Test
    void aWrongArrowInsideTheEngineIsFound() {
        var wrong =
                new ClassFileImporter()
                        .importClasses(FixtureThatKnowsTheQueue.class, FixtureOfAQueue.class);
        assertThat(
                        rule(ENGINE_PACKAGES, "engine.state")
                                .evaluate(wrong)
                                .getFailureReport()
                                .getDetails())
                .isNotEmpty()
                .allMatch(detail -> detail.contains("FixtureOfAQueue"));
        assertThat(rule(ENGINE_PACKAGES, "engine.queue").evaluate(wrong).hasViolation()).isFalse();
    }

    @Test
    void aLibraryWhereOnlyTheJdkIsAllowedIsFound() {
        var wrong = new ClassFileImporter().importClasses(FixtureThatNeedsALibrary.class);
        assertThat(rule(MODULES, "spi").evaluate(wrong).hasViolation()).isTrue();
    }

    private static ArchRule rule(List<Layer> layers, String name) {
        return layers.stream()
                .filter(layer -> layer.name().equals(name))
                .findFirst()
                .orElseThrow()
                .rule();
    }
}
