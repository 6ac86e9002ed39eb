package dev.berth.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.view.PendingPod;
import dev.berth.engine.view.SchedulingState;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;

class DumpTest {
    private static PendingPod in(SchedulingState state) {
        return new PendingPod(
                "default/a",
                "u",
                "default-scheduler",
                0,
                state,
                1,
                0,
                new TreeSet<>(),
                "",
                "",
                "",
                0,
                OptionalLong.empty(),
                List.of());
    }

    @Test
    void theSummaryCountsTheQueuesLikeKubeScheduler() {
        assertThat(Dump.summary(List.of(in(SchedulingState.UNSCHEDULABLE))))
                .isEqualTo("activeQ:0; backoffQ:0; unschedulableEntities:1");
        assertThat(
                        Dump.summary(
                                List.of(
                                        in(SchedulingState.ACTIVE),
                                        in(SchedulingState.BACKOFF),
                                        in(SchedulingState.GATED),
                                        in(SchedulingState.UNSCHEDULABLE),
                                        in(SchedulingState.BINDING))))
                .isEqualTo("activeQ:1; backoffQ:1; unschedulableEntities:2");
    }
}
