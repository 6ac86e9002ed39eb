package dev.berth.plugins.defaultbinder;

import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.model.Pod;
import dev.berth.spi.Bind;
import dev.berth.spi.BindVerdict;
import dev.berth.spi.Placement;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.StateKey;
import dev.berth.spi.UnknownOutcomeException;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;
import dev.berth.testkit.TestContext;

import org.junit.jupiter.api.Test;

import java.util.Optional;

class DefaultBinderTest {
    private static final Write BINDING = new Write.BindPod("shop", "web", "uid-1", "n1");

    private final DefaultBinder.Provider provider = new DefaultBinder.Provider();
    private final TestContext context = new TestContext();
    private final Bind binder = (Bind) provider.create(provider.defaults(), context);
    private final Placement placement =
            new Chosen(pod("web").namespace("shop").uid("uid-1").on("n1").build(), "n1");

    record Chosen(Pod pod, String node) implements Placement {
        @Override
        public <T> Optional<T> get(StateKey<T> key) {
            return Optional.empty();
        }
    }

    @Test
    void bindsByOneWriteThatNamesThePodItsUidAndTheNode() throws Exception {
        assertThat(binder.bind(placement)).isEqualTo(BindVerdict.BOUND);
        assertThat(context.writes()).containsExactly(BINDING);
    }

    @Test
    void offersThatWriteSoThatTheEngineNeedsNoThread() {
        assertThat(binder.bindingWrite(placement)).contains(BINDING);
        assertThat(context.writes()).isEmpty();
    }

    @Test
    void aRejectionIsAnErrorWithTheMessageOfTheServer() {
        context.answer(new WriteOutcome.Refused(409, "pod web is already assigned to node n2"));

        assertThatThrownBy(() -> binder.bind(placement))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("pod web is already assigned to node n2");
    }

    @Test
    void noAnswerIsNeitherYesNorNo() {
        context.answer(new WriteOutcome.Unknown("timed out"));

        assertThatThrownBy(() -> binder.bind(placement))
                .isInstanceOf(UnknownOutcomeException.class)
                .hasMessage("timed out");
    }

    @Test
    void itTakesNoArguments() {
        assertThat(provider.name()).isEqualTo("DefaultBinder");
        assertThat(provider.defaults()).isEqualTo(PluginProvider.NoArgs.NONE);
    }
}
