package dev.berth.engine;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.spi.Write;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;

import java.util.function.Predicate;

/// The nomination that the API server reports is older than the last write.
class LateNominationTest {
    private static final String HIGH = "default/high";

    private final Rig rig = Rig.plain();

    /// The pod is nominated to a node on which it does not fit; then it preempts on another node.
    /// Until its victim is being deleted, it is not retried.
    private void preempts(Predicate<Write> unanswered) {
        rig.nodes(node("n1"), node("small").cpu("1"))
                .pods(pod("low").cpu("4").priority(1).on("n1"));
        rig.api.hold(unanswered);
        rig.pods(shown("small"));
        assertThat(nominated()).isEqualTo("n1");
    }

    private static boolean ofTheVictim(Write write) {
        return write.uid().equals("default/low");
    }

    /// The pod as the API server reports it.
    private static PodBuilder shown(String node) {
        return pod("high").cpu("4").priority(10).nominated(node);
    }

    private String nominated() {
        return rig.loop().state().nominations().nodeOf(HIGH);
    }

    /// The pod changes in a way that does not matter to the scheduler.
    private void expectNominated(String node, PodBuilder shown) {
        int attempts = rig.decisions.size();
        rig.pods(shown.annotation("color", "red"));
        assertThat(nominated()).isEqualTo(node);
        assertThat(rig.decisions).hasSize(attempts);
    }

    @Test
    void anOlderNominationDoesNotReplaceANewerOneThatIsNotReportedYet() {
        preempts(write -> true);
        expectNominated("n1", shown("small"));
    }

    @Test
    void norDoesItWhenTheNewerOneWasGrantedButIsNotShownYet() {
        preempts(LateNominationTest::ofTheVictim);
        expectNominated("n1", shown("small"));
    }

    @Test
    void onceItIsShownTheNextWordOfOthersCounts() {
        preempts(LateNominationTest::ofTheVictim);
        expectNominated("n1", shown("n1"));
        expectNominated("small", shown("small"));
    }
}
