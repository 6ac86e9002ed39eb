package dev.berth.engine;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.port.Message;
import dev.berth.engine.view.Decision;

import org.junit.jupiter.api.Test;

/// One UID under two names is a fault that loses no pod.
class DuplicateUidsTest {
    private static final String UID = "2a7c";

    private final Rig rig = Rig.plain();

    private String nodeOf(String pod) {
        return rig.decisions.stream()
                .filter(decision -> decision.pod().endsWith("/" + pod))
                .reduce((_, last) -> last)
                .map(Decision::outcome)
                .map(outcome -> outcome instanceof Decision.Placed placed ? placed.node() : "")
                .orElse("");
    }

    @Test
    void bothPodsAreAccountedOnTheirNodes() {
        rig.nodes(node("n1").cpu("4"), node("n2").cpu("4"));
        rig.report(pod("one").uid(UID).cpu("3").on("n1"));
        rig.pods(pod("two").uid(UID).cpu("3").on("n2"));
        rig.pods(pod("web").cpu("2"));

        assertThat(nodeOf("web")).isEmpty();
        assertThat(rig.stats().repairs()).isEqualTo(1);
        assertThat(rig.log)
                .anyMatch(line ->
                        line.startsWith("Two pods have the same UID")
                                && line.contains("pod=default/two")
                                && line.contains("other=default/one"));
    }

    @Test
    void aDeletionRemovesThePodOfThatName() {
        rig.nodes(node("n1").cpu("4"), node("n2").cpu("4"));
        rig.pods(pod("one").uid(UID).cpu("3").on("n1"), pod("two").uid(UID).cpu("3").on("n2"));

        rig.engine.post(new Message.PodGone(UID, "default/two"));
        rig.pods(pod("web").cpu("2"));
        assertThat(nodeOf("web")).isEqualTo("n2");
    }

    @Test
    void thePodThatIsLeftKeepsItsNode() {
        rig.nodes(node("n1").cpu("4"), node("n2").cpu("4"));
        rig.pods(pod("one").uid(UID).cpu("3").on("n1"), pod("two").uid(UID).cpu("3").on("n2"));

        rig.engine.post(new Message.PodGone(UID, "default/one"));
        rig.pods(pod("web").cpu("2"), pod("more").cpu("2"));
        assertThat(nodeOf("web")).isEqualTo("n1");
        assertThat(nodeOf("more")).isEqualTo("n1");

        rig.engine.post(new Message.PodGone(UID, "default/two"));
        rig.pods(pod("last").cpu("3"));
        assertThat(nodeOf("last")).isEqualTo("n2");
    }

    @Test
    void aPendingPodIsScheduledWhenItsUidIsItsOwn() {
        rig.nodes(node("n1").cpu("4"));
        rig.pods(pod("one").uid(UID).cpu("1").on("n1"), pod("two").uid(UID).cpu("1"));
        assertThat(nodeOf("two")).isEmpty();
        assertThat(rig.log).anyMatch(line -> line.contains("the second one is not scheduled"));

        rig.engine.post(new Message.PodGone(UID, "default/one"));
        rig.settle();
        assertThat(nodeOf("two")).isEqualTo("n1");
    }
}
