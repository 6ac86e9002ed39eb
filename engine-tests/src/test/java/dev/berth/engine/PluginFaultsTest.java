package dev.berth.engine;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.queue.QueueName;
import dev.berth.model.Pod;
import dev.berth.spi.DependsOn;
import dev.berth.spi.Filter;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeView;
import dev.berth.spi.NormalizeScore;
import dev.berth.spi.Placement;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PostFilter;
import dev.berth.spi.PreBind;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.PreFlight;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.Reject;
import dev.berth.spi.Reserve;
import dev.berth.spi.Score;
import dev.berth.spi.StateObserver;
import dev.berth.spi.Verdict;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// A plugin that misbehaves affects only the pod that it is called for.
class PluginFaultsTest {
    private record AttributeFilter(String bad) implements NodeFilter {
        @Override
        public Verdict test(NodeView node) {
            return node.name().equals(bad) ? Reject.unresolvable("bad") : Verdict.PASS;
        }

        @Override
        public DependsOn dependsOn() {
            return DependsOn.onAttributes();
        }
    }

    @Test
    void aRowWhosePodsAreGoneIsEvaluatedByFiltersThatNeverEvaluatedIt() {
        var profile = ProfileSpec.named("default-scheduler");
        DefaultProfile.addTo(profile);
        profile.with("Late", (Filter) cycle -> PreFilterResult.of(new AttributeFilter("n0")));
        var api = new ScriptedApi();
        var engine = Engine.builder().profile(profile.build()).api(api).build();
        api.report(engine::post);
        for (int i = 0; i < 20; i++) {
            engine.post(
                    new dev.berth.engine.port.Message.NodeSeen(
                            node("n" + i).cpu(i == 0 ? "64" : "4").build()));
        }
        Pod full = pod("full").cpu("64").on("n0").build();
        engine.post(new dev.berth.engine.port.Message.PodSeen(full));
        for (int i = 0; i < 2; i++) {
            Pod pending = pod("web-" + i).cpu("1").build();
            api.know(pending);
            engine.post(new dev.berth.engine.port.Message.PodSeen(pending));
            while (engine.runOnce() > 0) {
                // Run until the engine is idle.
            }
            engine.post(new dev.berth.engine.port.Message.PodGone(full.uid()));
        }
        assertThat(api.bound).hasSize(2).doesNotContainValue("n0");
    }

    @Test
    void cachedScorersRunOnlyOnNodesThatPass() {
        Map<String, Plugin> plugins = new LinkedHashMap<>();
        Filter labeled =
                cycle ->
                        PreFilterResult.of(node ->
                                node.label("gpu").isPresent()
                                        ? Verdict.PASS
                                        : Reject.unresolvable("no gpu"));
        NodeScorer byLabel =
                new NodeScorer() {
                    @Override
                    public long score(NodeView node) {
                        return Long.parseLong(node.label("gpu").orElseThrow());
                    }

                    @Override
                    public DependsOn dependsOn() {
                        return DependsOn.onAttributes();
                    }
                };
        plugins.put("Labelled", labeled);
        plugins.put("ByLabel", (Score) (cycle, feasible) -> PreScoreResult.of(byLabel));
        Rig rig =
                new Rig(plugins)
                        .nodes(node("a").label("gpu", 1), node("b").label("gpu", 90), node("c"))
                        .pods(pod("web"));
        assertThat(rig.api.bound).containsEntry("default/web", "b");
    }

    @Test
    void aNormaliserThatFailsIsNamed() {
        NodeScorer halved =
                new NodeScorer() {
                    @Override
                    public long score(NodeView node) {
                        return 1;
                    }

                    @Override
                    public NormalizeScore normalizeScore() {
                        return NormalizeScore.byRange((score, lowest, highest) ->
                                100 * (score - lowest) / (highest - lowest));
                    }
                };
        Rig rig =
                Rig.with("Halved", (Score) (cycle, feasible) -> PreScoreResult.of(halved))
                        .nodes(node("a"), node("b"))
                        .pods(pod("web"));
        assertThat(rig.api.bound).isEmpty();
        assertThat(rig.api.notes("FailedScheduling"))
                .contains(
                        "running Normalize on Score plugins: plugin \"Halved\" failed with: / by"
                                + " zero");
    }

    @Test
    void anObserverThatFailsChangesNothing() {
        var observer =
                new StateObserver() {
                    @Override
                    public void podPlaced(Pod pod, String node) {
                        throw new IllegalStateException("no idea");
                    }

                    @Override
                    public void forgetAll() {}
                };
        Rig rig = Rig.with("Observer", observer).nodes(node("n1")).pods(pod("web"));
        assertThat(rig.api.bound).containsKey("default/web");
        assertThat(rig.stats().assumed()).isZero();
        assertThat(rig.stats().pluginFailures()).isPositive();
        assertThat(rig.log)
                .contains(
                        "Plugin failed: java.lang.IllegalStateException: no idea plugin=Observer"
                                + " extensionPoint=StateObserver");
    }

    @Test
    @SuppressWarnings("NullAway") // The point of the test.
    void aPostFilterThatReturnsNothingIsAFailureOfThePostFilter() {
        PostFilter broken = (cycle, diagnosis) -> null;
        Rig rig = Rig.with("Broken", broken).nodes(node("n1")).pods(pod("web").cpu("8"));
        assertThat(rig.place("default/web")).isEqualTo(QueueName.UNSCHEDULABLE);
        assertThat(rig.api.notes("FailedScheduling"))
                .containsExactly(
                        "0/1 nodes are available: 1 Insufficient cpu. a PostFilter plugin must not"
                                + " return null");
    }

    @Test
    void aMissingClassFailsTheAttemptOnly() {
        Filter broken =
                cycle -> {
                    throw new NoClassDefFoundError("com/example/Gone");
                };
        Rig rig = Rig.with("Broken", broken).nodes(node("n1")).pods(pod("web"));
        assertThat(rig.place("default/web")).isEqualTo(QueueName.ERROR_BACKOFF);
    }

    @Test
    void anErrorInOneOfSeveralPreBindsEndsTheBinding() {
        var plugins = new LinkedHashMap<String, Plugin>();
        for (String name : new String[] {"First", "Second"}) {
            plugins.put(
                    name,
                    new PreBind() {
                        @Override
                        public PreFlight preFlight(Placement placement) {
                            return PreFlight.NEEDED_IN_PARALLEL;
                        }

                        @Override
                        public Verdict preBind(Placement placement) {
                            if (name.equals("Second")) {
                                throw new AssertionError("deep trouble");
                            }
                            return Verdict.PASS;
                        }
                    });
        }
        Rig rig = new Rig(plugins).nodes(node("n1")).pods(pod("web"));
        assertThat(rig.place("default/web")).isEqualTo(QueueName.ERROR_BACKOFF);
        assertThat(rig.stats().binding()).isZero();
        assertThat(rig.api.notes("FailedScheduling"))
                .containsExactly("running PreBind plugin \"Second\": deep trouble");
    }

    @Test
    void waitingOnTheSchedulingThreadIsAnError() {
        var profile = ProfileSpec.named("default-scheduler");
        profile.with(
                "Waiting",
                context ->
                        new Reserve() {
                            @Override
                            public Verdict reserve(PodCycle cycle, NodeView node) {
                                pause(context);
                                return Verdict.PASS;
                            }

                            @Override
                            public void unreserve(Placement placement) {}
                        },
                1);
        DefaultProfile.addTo(profile);
        var api = new ScriptedApi();
        var engine = Engine.builder().profile(profile.build()).api(api).build();
        engine.post(new dev.berth.engine.port.Message.NodeSeen(node("n1").build()));
        engine.post(new dev.berth.engine.port.Message.PodSeen(pod("web").build()));
        while (engine.runOnce() > 0) {
            // Run until the engine is idle.
        }
        assertThat(api.notes("FailedScheduling"))
                .containsExactly(
                        "running Reserve plugin \"Waiting\": pause() waits, which only binding"
                                + " extension points may do");
    }

    private static void pause(PluginContext context) {
        try {
            context.pause(Duration.ofSeconds(1));
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aNominationClearedExternallyRequeuesPodsThatNeedTheCapacity() {
        Rig rig =
                Rig.plain()
                        .nodes(node("n1").cpu("4"), node("n2").cpu("1"))
                        .pods(nominated("1"))
                        .pods(nominated("2").nominated("n1"))
                        .pods(pod("web").cpu("2"));
        assertThat(rig.place("default/web")).isEqualTo(QueueName.UNSCHEDULABLE);
        rig.pods(nominated("3"));
        assertThat(rig.api.bound).containsEntry("default/web", "n1");
    }

    private static PodBuilder nominated(String version) {
        return pod("promised").cpu("4").priority(10).gate("wait").resourceVersion(version);
    }

    @Test
    void anEventNoteIsCutAtACharacter() {
        String long1 = "ä".repeat(600);
        Filter wordy = cycle -> PreFilterResult.rejectPod(Reject.unresolvable(long1));
        Rig rig = Rig.with("Wordy", wordy).nodes(node("n1")).pods(pod("web"));
        String note = rig.api.notes("FailedScheduling").getFirst();
        assertThat(note.getBytes(java.nio.charset.StandardCharsets.UTF_8))
                .hasSizeLessThanOrEqualTo(1024);
        assertThat(note).endsWith("ä ...");
    }
}
