package dev.berth.it.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;

import dev.berth.engine.queue.FixtureOfAQueue;
import dev.berth.engine.state.FixtureThatKnowsTheQueue;
import dev.berth.spi.FixtureThatNeedsALibrary;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.stream.Stream;

/// Data flows one way: who may know whom. A new module or a new package of the engine gets a line
/// here first.
class LayeringTest {
    static final List<Layer> MODULES =
            List.of(
                    Layer.of("model").with("tools.jackson.core"),
                    Layer.of("manifest", "model").with("org.snakeyaml.engine"),
                    Layer.of("spi", "model"),
                    Layer.of("engine", "spi", "model"),
                    Layer.of("plugins", "spi", "model"),
                    Layer.of("config", "engine.port", "plugins", "spi", "model"),
                    Layer.of("kubeclient", "manifest", "model").with("javax.net.ssl"),
                    Layer.of("kube", "engine.port", "kubeclient", "spi", "model")
                            .with("javax.net.ssl"),
                    Layer.of("observe", "engine.port", "engine.view", "kubeclient", "spi", "model")
                            .with("org.slf4j"),
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
                    // Certificates, requests and answers are those of serving, and so is Jetty;
                    // people send YAML, and kubectl sends protobuf.
                    Layer.of(
                                    "apiserver",
                                    "controlplane",
                                    "engine.port",
                                    "kubeclient.wire",
                                    "manifest",
                                    "serving",
                                    "model")
                            .with("javax.crypto"),
                    // Requests and answers are those of serving; the same answers go out on all
                    // ports.
                    Layer.of(
                            "dashboard",
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
                                    "dashboard")
                            .with("picocli"),
                    Layer.of("junit", "app").with("org.junit"),
                    Layer.of("testkit", "spi", "model", "engine", "controlplane", "sim"),
                    Layer.of("harness", "manifest", "model"));

    /// From upstream to downstream: each knows those before it, and nobody knows `dev.berth.engine`
    /// itself, the facade. Whatever is not a package of the engine is the business of `MODULES`.
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
                .allowEmptyShould(true)
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "model",
                "manifest",
                "spi",
                "engine",
                "plugins",
                "config",
                "observe",
                "serving",
                "sim",
                "apiserver",
                "testkit",
                "app"
            })
    void everyModuleIsReallyRead(String module) {
        assertThat(Production.CLASSES.stream().map(type -> type.getPackageName() + "."))
                .as("classes of module %s", module)
                .anyMatch(name -> name.startsWith("dev.berth." + module + "."));
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
