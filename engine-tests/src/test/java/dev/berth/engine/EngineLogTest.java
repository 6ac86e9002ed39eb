package dev.berth.engine;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.port.Log;
import dev.berth.model.KubeObject;
import dev.berth.spi.WriteOutcome;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The engine writes kube-scheduler's lines, with its keys, at its levels.
class EngineLogTest {
    private final List<String> lines = new ArrayList<>();

    /// Writes lines down as `3 Message key=value`.
    private final class Notes implements Log {
        private final int verbosity;

        Notes(int verbosity) {
            this.verbosity = verbosity;
        }

        @Override
        public boolean enabled(int level) {
            return level <= verbosity;
        }

        @Override
        public void info(int level, String message, Object... keysAndValues) {
            if (!enabled(level)) {
                throw new AssertionError("nobody wants to know: " + message);
            }
            note(Integer.toString(level), message, keysAndValues);
        }

        @Override
        public void warn(String message, Object... keysAndValues) {
            note("W", message, keysAndValues);
        }

        @Override
        public void error(@Nullable Throwable problem, String message, Object... keysAndValues) {
            note("E", message, keysAndValues);
        }

        private void note(String level, String message, Object... keysAndValues) {
            var line = new StringBuilder(level + " " + message);
            for (int i = 0; i < keysAndValues.length; i += 2) {
                Object value = keysAndValues[i + 1];
                line.append(' ')
                        .append(keysAndValues[i])
                        .append('=')
                        .append(value instanceof KubeObject object ? object.meta().name() : value);
            }
            lines.add(line.toString());
        }
    }

    private Rig rig(int verbosity) {
        return new Rig(Map.of(), builder -> builder.ticker(() -> 0).log(new Notes(verbosity)));
    }

    @Test
    void aPodThatIsPlacedIsFollowedToItsNode() {
        rig(4).nodes(node("n1").cpu("4")).pods(pod("web").cpu("1"));
        assertThat(lines)
                .containsExactly(
                        "3 Add event for node node=n1",
                        "3 Add event for unscheduled pod pod=web",
                        "4 About to try and schedule pod pod=web",
                        "3 Attempting to schedule pod pod=web",
                        "3 Add event for scheduled pod pod=web",
                        "2 Successfully bound pod to node pod=web node=n1 evaluatedNodes=1"
                                + " feasibleNodes=1");
    }

    @Test
    void anUnschedulablePodIsLoggedWithTheReason() {
        Rig rig = rig(3).nodes(node("n1").cpu("4"));
        lines.clear();
        rig.pods(pod("big").cpu("9"), pod("gated").gate("wait"));
        assertThat(lines)
                .containsExactly(
                        "3 Add event for unscheduled pod pod=big",
                        "3 Add event for unscheduled pod pod=gated",
                        "3 Attempting to schedule pod pod=big",
                        "2 Unable to schedule pod; no fit; waiting pod=big err=0/1 nodes are"
                            + " available: 1 Insufficient cpu. preemption: 0/1 nodes are available:"
                            + " 1 Preemption is not helpful for scheduling.",
                        "3 Pod moved to an internal scheduling queue pod=big"
                            + " event=ScheduleAttemptFailure queue=Unschedulable schedulingCycle=1"
                            + " hint=0 unschedulable plugins=[NodeResourcesFit]");
    }

    @Test
    void queueMovesAreLoggedAtTheHighestVerbosity() {
        Rig rig = rig(5).nodes(node("n1").cpu("4"));
        lines.clear();
        rig.pods(pod("gated").gate("wait"));
        assertThat(lines)
                .containsExactly(
                        "3 Add event for unscheduled pod pod=gated",
                        "4 Status after running PreEnqueue plugin pod=gated plugin=SchedulingGates"
                                + " status=waiting for scheduling gates: [wait]",
                        "5 Entity moved to an internal scheduling queue, because it is gated"
                                + " type=pod entity=gated event=UnscheduledPodAdd"
                                + " queue=Unschedulable");
    }

    @Test
    void aBindThatFailsIsAnError() {
        Rig rig = rig(0).nodes(node("n1").cpu("4"));
        rig.api.bindAnswers.add(new WriteOutcome.Refused(500, "out of order"));
        rig.pods(pod("web"));
        assertThat(lines)
                .containsExactly(
                        "E Error scheduling pod; retrying pod=web err=running Bind plugin"
                                + " \"DefaultBinder\": out of order");
    }
}
