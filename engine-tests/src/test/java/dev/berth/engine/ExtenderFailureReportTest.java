package dev.berth.engine;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.decide.Decider;
import dev.berth.engine.port.Extender;
import dev.berth.engine.port.ExtenderException;
import dev.berth.engine.port.ExtenderSpec;
import dev.berth.engine.view.DryRunResult;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/// A failure of an extender is logged once with its stack trace, pod, extender and verb, and
/// counted, and the pod's event has the text of the failure.
class ExtenderFailureReportTest {
    private final LoggedFailures failures = new LoggedFailures();

    /// Fails when it is called with one verb, and accepts everything otherwise.
    private record FailingExtender(String verb, boolean ignorable, boolean withError)
            implements Extender {
        private void called(String with) throws ExtenderException {
            if (with.equals(verb)) {
                if (withError) {
                    throw new StackOverflowError("thrown on purpose");
                }
                throw new ExtenderException("thrown on purpose");
            }
        }

        @Override
        public ExtenderSpec spec() {
            return new ExtenderSpec(
                    "http://one",
                    "filter",
                    "prioritize",
                    "bind",
                    "preempt",
                    1,
                    ExtenderSpec.Tls.NONE,
                    Duration.ofSeconds(5),
                    true,
                    List.of(),
                    ignorable);
        }

        @Override
        public Filtered filter(ExtenderArgs inquiry) throws ExtenderException {
            called("Filter");
            return new Filtered(inquiry.names(), Map.of(), Map.of());
        }

        @Override
        public Map<String, Long> prioritize(ExtenderArgs inquiry) throws ExtenderException {
            called("Prioritize");
            return Map.of();
        }

        @Override
        public void bind(Pod pod, String node) throws ExtenderException {
            called("Bind");
        }

        @Override
        public List<Evictions> preempt(Json.Obj pod, List<Evictions> proposed)
                throws ExtenderException {
            called("Preempt");
            return proposed;
        }
    }

    private Rig rig(String verb, boolean ignorable, boolean withError) {
        var extender = new FailingExtender(verb, ignorable, withError);
        return new Rig(Map.of(), builder -> builder.log(failures).extenders(List.of(extender)));
    }

    private void expectOneFailure(Rig rig, String pod, String verb) {
        assertThat(failures.all()).hasSize(1);
        LoggedFailures.Failure failure = failures.all().getFirst();
        assertThat(failure.message()).isEqualTo("Extender failed");
        assertThat(failure.values())
                .containsEntry("extender", "http://one")
                .containsEntry("extensionPoint", verb)
                .containsEntry("pod", pod);
        expectStackTrace(failure);
        assertThat(rig.stats().failuresByPlugin())
                .containsExactly(Map.entry("extender http://one/" + verb, 1L));
    }

    private static void expectStackTrace(LoggedFailures.Failure failure) {
        assertThat(failure.problem())
                .as("an unchecked exception, whose stack trace is logged")
                .isNotInstanceOf(ExtenderException.class);
        assertThat(failure.stackTraces())
                .anyMatch(frame -> frame.getClassName().equals(FailingExtender.class.getName()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Filter", "Bind"})
    void aFailureThatEndsTheAttemptIsReportedOnce(String verb) {
        Rig rig = rig(verb, false, false).nodes(node("n1"), node("n2")).pods(pod("web"));
        expectOneFailure(rig, "web", verb);
        assertThat(rig.api.notes("FailedScheduling")).containsExactly("thrown on purpose");
    }

    @ParameterizedTest
    @CsvSource({"Filter, true", "Prioritize, false", "Prioritize, true", "Bind, true"})
    void aFailureThatIsIgnoredIsReportedOnce(String verb, boolean ignorable) {
        Rig rig = rig(verb, ignorable, false).nodes(node("n1"), node("n2")).pods(pod("web"));
        expectOneFailure(rig, "web", verb);
        assertThat(rig.api.notes("FailedScheduling")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFailureInPreemptionIsReportedOnce(boolean ignorable) {
        Rig rig =
                rig("Preempt", ignorable, false)
                        .nodes(node("n1").cpu("1"))
                        .pods(pod("low").cpu("1").priority(0).on("n1"))
                        .pods(pod("high").cpu("1").priority(10));
        expectOneFailure(rig, "high", "Preempt");
        assertThat(rig.api.notes("FailedScheduling").getFirst())
                .startsWith("0/1 nodes are available: 1 Insufficient cpu.");
        assertThat(rig.api.notes("FailedScheduling").getFirst().endsWith("thrown on purpose"))
                .isEqualTo(!ignorable);
    }

    @Test
    void aFailureInADryRunWithoutAClusterIsReportedOnce() {
        var extender = new FailingExtender("Filter", false, false);
        try (var decider =
                new Decider(List.of(DefaultProfile.spec()), List.of(extender), failures)) {
            decider.put(node("n1").build());
            DryRunResult result = decider.decide(pod("web").build(), false);
            assertThat(result.message()).isEqualTo("thrown on purpose");
        }
        assertThat(failures.all()).hasSize(1);
        expectStackTrace(failures.all().getFirst());
    }

    @Test
    void anErrorWhileExtendersAreCalledIsReportedAsAnInternalError() {
        Rig rig = rig("Filter", true, true).nodes(node("n1"), node("n2")).pods(pod("web"));
        assertThat(failures.all()).hasSize(1);
        LoggedFailures.Failure failure = failures.all().getFirst();
        assertThat(failure.message()).isEqualTo("Internal error");
        assertThat(failure.values()).containsEntry("pod", "web");
        expectStackTrace(failure);
        assertThat(rig.stats().failuresByPlugin())
                .containsExactly(Map.entry("scheduler/Attempt", 1L));
        assertThat(rig.api.notes("FailedScheduling"))
                .containsExactly("internal error: java.lang.StackOverflowError: thrown on purpose");
    }
}
