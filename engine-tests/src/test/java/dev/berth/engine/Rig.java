package dev.berth.engine;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.loop.EngineWiring;
import dev.berth.engine.port.Log;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.queue.QueueName;
import dev.berth.engine.queue.QueuedPod;
import dev.berth.engine.view.Decision;
import dev.berth.engine.view.EngineStats;
import dev.berth.model.Pod;
import dev.berth.spi.Gates;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.testkit.NodeBuilder;
import dev.berth.testkit.PodBuilder;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// An engine whose iterations the test runs, on a virtual clock, with an API server with scripted
/// responses.
final class Rig {
    final VirtualClock clock = VirtualClock.atEpoch();
    final ScriptedApi api = new ScriptedApi();
    final List<String> log = new ArrayList<>();
    final List<Decision> decisions = new ArrayList<>();
    final Engine engine;

    /// The in-tree plugins with these before them.
    Rig(Map<String, Plugin> plugins) {
        this(plugins, builder -> builder);
    }

    Rig(Map<String, Plugin> plugins, UnaryOperator<Engine.Builder> more) {
        this(makers(plugins), DefaultProfile.spec().gates(), more);
    }

    private Rig(
            Map<String, Function<PluginContext, Plugin>> plugins,
            Gates gates,
            UnaryOperator<Engine.Builder> more) {
        var profile = ProfileSpec.named("default-scheduler").gates(gates);
        plugins.forEach((name, maker) -> profile.with(name, maker, 1));
        ProfileSpec defaultValue = DefaultProfile.spec();
        defaultValue.multiPoint().stream()
                .filter(use -> !plugins.containsKey(use.name()))
                .forEach(use ->
                        profile.with(use.name(), maker(defaultValue, use.name()), use.weight()));
        engine =
                more.apply(
                                Engine.builder()
                                        .profile(profile.build())
                                        .api(api)
                                        .clock(clock)
                                        .executor(new StepThreads())
                                        .seed(1)
                                        .onDecision(decisions::add)
                                        .log(Log.plain(log::add)))
                        .build();
        api.report(engine::post);
    }

    private static Map<String, Function<PluginContext, Plugin>> makers(
            Map<String, Plugin> plugins) {
        var makers = new LinkedHashMap<String, Function<PluginContext, Plugin>>();
        plugins.forEach((name, plugin) -> makers.put(name, context -> plugin));
        return makers;
    }

    private static Function<PluginContext, Plugin> maker(ProfileSpec profile, String name) {
        return Objects.requireNonNull(profile.makers().get(name));
    }

    static Rig plain() {
        return new Rig(Map.of());
    }

    static Rig with(String name, Plugin plugin) {
        var plugins = new LinkedHashMap<String, Plugin>();
        plugins.put(name, plugin);
        return new Rig(plugins);
    }

    /// The in-tree plugins with these before them, which need what plugins are given.
    static Rig making(Map<String, Function<PluginContext, Plugin>> makers) {
        return making(makers, builder -> builder);
    }

    static Rig making(
            Map<String, Function<PluginContext, Plugin>> makers,
            UnaryOperator<Engine.Builder> more) {
        return new Rig(makers, DefaultProfile.spec().gates(), more);
    }

    /// The in-tree plugins with other gates.
    static Rig under(Gates gates) {
        return new Rig(Map.of(), gates, builder -> builder);
    }

    EngineWiring loop() {
        return engine.wiring();
    }

    Rig nodes(NodeBuilder... nodes) {
        for (NodeBuilder node : nodes) {
            engine.post(new Message.NodeSeen(node.build()));
        }
        return settle();
    }

    /// Reports pods, pending or placed, and runs the engine until it is idle.
    Rig pods(PodBuilder... pods) {
        for (PodBuilder pod : pods) {
            report(pod);
        }
        return settle();
    }

    /// Reports a pod without running an iteration.
    Rig report(PodBuilder pod) {
        Pod built = pod.build();
        api.know(built);
        engine.post(new Message.PodSeen(built));
        return this;
    }

    Rig gone(String podUid) {
        engine.post(new Message.PodGone(podUid));
        return settle();
    }

    /// Runs iterations until there is nothing to do before the next message or timer.
    Rig settle() {
        for (int iterations = 0; engine.runOnce() > 0; iterations++) {
            if (iterations > 100_000) {
                throw new AssertionError("the engine does not come to rest");
            }
        }
        return this;
    }

    /// Advances the clock and runs the engine until it is idle.
    Rig advance(Duration time) {
        clock.advance(time);
        return settle();
    }

    Rig seconds(double seconds) {
        return advance(Duration.ofNanos((long) (seconds * 1e9)));
    }

    /// The queue of a pending pod; NOWHERE if the queue does not know it.
    QueueName place(String podUid) {
        QueuedPod pod = loop().queue().find(podUid);
        return pod == null ? QueueName.NONE : pod.queueName();
    }

    QueuedPod queued(String podUid) {
        QueuedPod pod = loop().queue().find(podUid);
        if (pod == null) {
            throw new AssertionError(podUid + " is not in the queue");
        }
        return pod;
    }

    EngineStats stats() {
        return engine.stats();
    }

    Decision lastDecision() {
        return decisions.getLast();
    }
}
