package dev.berth.it.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.lang.reflect.Method;
import java.util.List;

/// The same messages and the same seed give the same run. Only the classes at the edges therefore
/// read the clock, use unseeded random numbers or start threads.
class DeterminismTest {
    /// The classes at the edges: a package with its subpackages, or a class.
    private static final List<String> EDGES =
            List.of(
                    "dev.berth.app.",
                    "dev.berth.bench.",
                    "dev.berth.engine.EngineThread",
                    "dev.berth.engine.StepThreads",
                    "dev.berth.engine.SystemClock",
                    "dev.berth.engine.VirtualThreads",
                    "dev.berth.harness.conformance.ChildProgram",
                    "dev.berth.junit.",
                    "dev.berth.kubeclient.http.Deadlines",
                    "dev.berth.serving.WebServer");

    @ParameterizedTest
    @FieldSource("dev.berth.it.architecture.Ban#ALL")
    void onlyTheEdges(Ban ban) {
        rule(ban).check(Production.CLASSES);
    }

    record Offence(Class<?> offender, String ban) {}

    static final List<Offence> OFFENCES =
            List.of(
                    new Offence(Offences.Time.class, "reading the time of the machine"),
                    new Offence(Offences.Chance.class, "chance that no seed repeats"),
                    new Offence(Offences.Waiting.class, "waiting by the time of the machine"),
                    new Offence(Offences.Threads.class, "starting threads"),
                    new Offence(Offences.CommonPool.class, "using the threads of the common pool"));

    @ParameterizedTest
    @FieldSource("OFFENCES")
    void everyBanBites(Offence offence) {
        Ban ban =
                Ban.ALL.stream()
                        .filter(one -> one.name().equals(offence.ban()))
                        .findFirst()
                        .orElseThrow();
        List<String> found = violations(ban, offence.offender());
        assertThat(offence.offender().getDeclaredMethods())
                .filteredOn(method -> !method.isSynthetic())
                .extracting(Method::getName)
                .isNotEmpty()
                .allSatisfy(method ->
                        assertThat(found)
                                .anyMatch(line ->
                                        line.contains("." + method + "(")
                                                || line.contains("lambda$" + method + "$")));
    }

    @ParameterizedTest
    @FieldSource("dev.berth.it.architecture.Ban#ALL")
    void noBanHitsTheInnocent(Ban ban) {
        assertThat(violations(ban, Offences.Innocent.class)).isEmpty();
    }

    @Test
    void anEdgeIsAPackageOrAClassAndItsInnerClasses() {
        assertThat(isAt("dev.berth.app.", "dev.berth.app.Main")).isTrue();
        assertThat(isAt("dev.berth.app.", "dev.berth.apple.Main")).isFalse();
        assertThat(isAt("dev.berth.engine.SystemClock", "dev.berth.engine.SystemClock$1")).isTrue();
        assertThat(isAt("dev.berth.engine.SystemClock", "dev.berth.engine.SystemClocks")).isFalse();
    }

    private static List<String> violations(Ban ban, Class<?> type) {
        return rule(ban)
                .evaluate(new ClassFileImporter().importClasses(type))
                .getFailureReport()
                .getDetails();
    }

    private static ArchRule rule(Ban ban) {
        return classes()
                .that(areNotAtTheEdge())
                .should(
                        new ArchCondition<JavaClass>("not be " + ban.name()) {
                            @Override
                            public void check(JavaClass type, ConditionEvents events) {
                                type.getCodeUnitAccessesFromSelf().stream()
                                        .filter(access -> ban.hits(access.getTarget()))
                                        .map(access ->
                                                access.getDescription() + "; " + ban.instead())
                                        .forEach(found ->
                                                events.add(
                                                        SimpleConditionEvent.violated(
                                                                type, found)));
                            }
                        });
    }

    private static DescribedPredicate<JavaClass> areNotAtTheEdge() {
        return DescribedPredicate.describe(
                "are not at the edge",
                type -> EDGES.stream().noneMatch(edge -> isAt(edge, type.getName())));
    }

    private static boolean isAt(String edge, String name) {
        return edge.endsWith(".")
                ? name.startsWith(edge)
                : name.equals(edge) || name.startsWith(edge + "$");
    }
}
