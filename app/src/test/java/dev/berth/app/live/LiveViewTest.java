package dev.berth.app.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.app.embedded.EmbeddedCluster;
import dev.berth.app.embedded.Engines;
import dev.berth.app.live.LiveSnapshot.Count;
import dev.berth.app.terminal.Key;
import dev.berth.app.terminal.Terminal.Size;
import dev.berth.app.terminal.TerminalStyle;
import dev.berth.config.ConfigurationReader;
import dev.berth.config.FeatureGates;
import dev.berth.config.PluginRegistry;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

@Timeout(60)
class LiveViewTest {
    /// Shows the same every time, and writes down what it is told.
    private static final class Still implements LiveSource {
        final List<String> delivered = new ArrayList<>();

        @Override
        public LiveSnapshot picture() {
            return ScreenTest.picture(List.of(), List.of(), List.of());
        }

        @Override
        public void pause(boolean on) {
            delivered.add("pause " + on);
        }

        @Override
        public void step() {
            delivered.add("step");
        }
    }

    private static void show(ScriptedTerminal terminal, LiveSource source, BooleanSupplier stopped)
            throws InterruptedException {
        new LiveView(terminal, source, new ScreenLayout(TerminalStyle.OFF, false)).show(stopped);
    }

    @Test
    void quittingGivesTheTerminalBack() throws InterruptedException {
        var terminal = new ScriptedTerminal(Key.QUIT);
        show(terminal, new Still(), () -> false);
        assertThat(terminal.isEntered()).isFalse();
        assertThat(terminal.written).contains("LATEST DECISIONS");
    }

    @Test
    void aTerminationSignalRestoresTheTerminal() throws InterruptedException {
        var terminal = new ScriptedTerminal();
        var frames = new AtomicInteger();
        show(terminal, new Still(), () -> frames.incrementAndGet() > 2);
        assertThat(terminal.isEntered()).isFalse();
        assertThat(terminal.left).isOne();
    }

    @Test
    void aFailureGivesTheTerminalBack() {
        var terminal = new ScriptedTerminal();
        var broken =
                new LiveSource() {
                    @Override
                    public LiveSnapshot picture() {
                        throw new IllegalStateException("gone");
                    }

                    @Override
                    public void pause(boolean on) {}

                    @Override
                    public void step() {}
                };
        assertThatThrownBy(() -> show(terminal, broken, () -> false)).hasMessage("gone");
        assertThat(terminal.isEntered()).isFalse();
    }

    @Test
    void keysReachTheSchedulerAndTheShell() throws InterruptedException {
        var terminal =
                new ScriptedTerminal(
                        Key.PAUSE, Key.STEP, Key.PAUSE, Key.SUSPEND, Key.OTHER, Key.QUIT);
        var source = new Still();
        show(terminal, source, () -> false);
        assertThat(source.delivered).containsExactly("pause true", "step", "pause false");
        assertThat(terminal.suspended).isOne();
    }

    @Test
    void theFilterIsTypedAndCleared() throws InterruptedException {
        var terminal =
                new ScriptedTerminal()
                        .then(Key.FILTER, "q7")
                        .then(Key.BACKSPACE, "")
                        .then(Key.ENTER, "")
                        .then(Key.ESCAPE, "")
                        .then(Key.DOWN, "")
                        .then(Key.QUIT, "");
        show(terminal, new Still(), () -> false);
        assertThat(terminal.written)
                .contains(" /q_", " /q7_", "WITH \"q7\"", "WITH \"q\"", "LATEST DECISIONS");
    }

    @Test
    void whatDoesNotChangeIsSentOnceUnlessTheScreenWasDisturbed() throws InterruptedException {
        var terminal = new ScriptedTerminal();
        var frames = new AtomicInteger();
        show(
                terminal,
                new Still(),
                () -> {
                    if (frames.incrementAndGet() == 3) {
                        terminal.resize(new Size(60, 20));
                    }
                    return frames.get() > 4;
                });
        assertThat(terminal.written.toString().split("LATEST DECISIONS", -1)).hasSize(3);
        assertThat(terminal.written).containsOnlyOnce("\033[2J");
    }

    private static Json.Obj yaml(String kind, String name, String rest) {
        return (Json.Obj)
                Json.parse(
                        "{\"apiVersion\":\"v1\",\"kind\":\"%s\",\"metadata\":{\"name\":\"%s\"},%s}"
                                .formatted(kind, name, rest));
    }

    private static LiveSnapshot until(EngineSource source, Predicate<LiveSnapshot> wanted)
            throws InterruptedException {
        LiveSnapshot picture = source.picture();
        while (!wanted.test(picture)) {
            picture = source.picture();
        }
        return picture;
    }

    @Test
    void aSchedulerIsSeenAtWorkPausedAndSteppedThroughItsPods()
            throws IOException, InterruptedException {
        var configuration =
                new ConfigurationReader(PluginRegistry.inTree(), FeatureGates.DEFAULT).defaults();
        try (var cluster =
                EmbeddedCluster.builder()
                        .scheduler(Engines.of(configuration))
                        .filledBy(it ->
                                it.create(
                                        yaml(
                                                "Node",
                                                "n1",
                                                "\"status\":{\"allocatable\":{\"cpu\":\"4\",\"memory\":\"8Gi\",\"pods\":\"10\"}}")))
                        .start()) {
            var source = new EngineSource(cluster.scheduler().orElseThrow(), List.of("here"));
            LiveSnapshot empty = until(source, picture -> picture.nodes().size() == 1);
            assertThat(empty.addresses()).containsExactly("here");
            source.pause(true);
            until(source, LiveSnapshot::paused);
            cluster.store().create(pod("web", "1"));
            cluster.store().create(pod("big", "8"));
            until(source, picture -> picture.states().contains(new Count("active", 2)));
            source.step();
            LiveSnapshot stepped = until(source, picture -> picture.decisions().size() == 1);
            assertThat(stepped.decisions().getFirst().pod()).isEqualTo("default/web");
            source.pause(false);
            LiveSnapshot all =
                    until(
                            source,
                            picture ->
                                    picture.waits().size() == 1
                                            && picture.scheduled() == 1
                                            && !picture.paused());
            assertThat(all.nodes().getFirst().shares())
                    .containsEntry(LiveSnapshot.Resource.CPU, 0.25)
                    .containsEntry(LiveSnapshot.Resource.PODS, 0.1);
            assertThat(all.decisions().getFirst().where()).isEqualTo("1 Insufficient cpu");
            assertThat(all.waits().getFirst())
                    .isEqualTo(new LiveSnapshot.Wait(1, "1 Insufficient cpu", "default/big"));
            assertThat(all.medianMicros()).isPresent();
        }
    }

    private static Json.Obj pod(String name, String cpu) {
        return yaml(
                "Pod",
                name,
                "\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\",\"resources\":{\"requests\":{\"cpu\":\"%s\"}}}]}"
                        .formatted(cpu));
    }
}
