package dev.berth.engine;

import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.binding.Outbox;
import dev.berth.engine.binding.Timers;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.TraceScope;
import dev.berth.engine.profile.PluginTimes;
import dev.berth.model.Condition;
import dev.berth.model.Pod;
import dev.berth.spi.Nomination;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The calls for one pod that wait for the call in flight.
class OutboxTest {
    private static final Pod WEB = pod("web").build();

    private final ScriptedApi api = new ScriptedApi();
    private final ArrayDeque<Message> answers = new ArrayDeque<>();
    private final Outbox outbox =
            new Outbox(api, answers::add, new Timers(() -> 0), new PluginTimes(() -> 0));
    private final List<String> ended = new ArrayList<>();

    @BeforeEach
    void aCallIsUnderWay() {
        api.silent = true;
        submit("first", "PodScheduled", Nomination.KEEP);
        outbox.flush();
        api.writes.clear();
    }

    private void submit(String name, String condition, Nomination nomination) {
        Optional<Condition> change =
                condition.isEmpty()
                        ? Optional.empty()
                        : Optional.of(
                                new Condition(condition, "True", name, "", Optional.empty(), 0));
        submit(name, new Write.PatchPodStatus(WEB, change, nomination));
    }

    private void submit(String name, Write write) {
        outbox.submit(
                write,
                TraceScope.NONE,
                outcome -> ended.add(name + (outcome.equals(WriteOutcome.DONE) ? "" : " failed")));
    }

    /// Accepts all calls until there are none.
    private void answerAll() {
        api.answerAll();
        while (!answers.isEmpty() || outbox.ready() > 0) {
            outbox.flush();
            if (answers.poll() instanceof Message.CallEnded(long ticket, WriteOutcome outcome)) {
                outbox.ended(ticket, outcome);
            }
        }
        assertThat(outbox.isEmpty()).isTrue();
    }

    private List<String> reasons() {
        return api.patches().stream()
                .flatMap(patch -> patch.condition().stream())
                .map(Condition::reason)
                .toList();
    }

    @Test
    void patchesOfTwoConditionsBothGoOut() {
        submit("waits", "PodScheduled", new Nomination.Nominate("n1"));
        submit("goes", "DisruptionTarget", Nomination.KEEP);
        answerAll();

        assertThat(api.said())
                .containsExactly(
                        "patch web, PodScheduled, promise 'n1'", "patch web, DisruptionTarget");
        assertThat(ended).containsExactly("first", "waits", "goes");
    }

    @Test
    void patchesOfOneConditionBecomeOneWithTheLaterWord() {
        submit("older", "PodScheduled", new Nomination.Nominate("n1"));
        submit("newer", "PodScheduled", Nomination.KEEP);
        answerAll();

        assertThat(api.said()).containsExactly("patch web, PodScheduled, promise 'n1'");
        assertThat(reasons()).containsExactly("newer");
        assertThat(ended).containsExactly("first", "older", "newer");
    }

    @Test
    void aNominationAloneJoinsTheConditionBeforeIt() {
        submit("goes", "DisruptionTarget", new Nomination.Nominate("n1"));
        submit("taken back", "", Nomination.CLEAR);
        answerAll();

        assertThat(api.said()).containsExactly("patch web, DisruptionTarget, promise ''");
        assertThat(ended).containsExactly("first", "goes", "taken back");
    }

    @Test
    void aBindingSettlesConditionOfSchedulingAndNominationButNoOtherCondition() {
        submit("waits", "PodScheduled", Nomination.KEEP);
        submit("goes", "DisruptionTarget", Nomination.KEEP);
        submit("waits again", "PodScheduled", Nomination.CLEAR);
        submit("bind", new Write.BindPod("default", "web", WEB.uid(), "n1"));
        assertThat(ended).as("settled without a call").containsExactly("waits", "waits again");
        answerAll();

        assertThat(api.said()).containsExactly("patch web, DisruptionTarget", "bind web to n1");
        assertThat(ended).containsExactly("waits", "waits again", "first", "goes", "bind");
    }

    @Test
    void aCallThatCannotBeSubmittedHasAnUnknownOutcome() {
        answerAll();
        ended.clear();
        api.failing = true;
        submit("bind", new Write.BindPod("default", "web", WEB.uid(), "n1"));
        assertThatThrownBy(outbox::flush).hasMessage("no connection");
        answerAll();
        assertThat(ended).containsExactly("bind failed");
        assertThat(outbox.isEmpty()).isTrue();
    }
}
