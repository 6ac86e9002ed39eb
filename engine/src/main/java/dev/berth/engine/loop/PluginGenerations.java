package dev.berth.engine.loop;

import dev.berth.engine.binding.EngineServices;
import dev.berth.engine.cycle.Attempt;
import dev.berth.engine.cycle.ClusterReads;
import dev.berth.engine.cycle.PluginReferences;
import dev.berth.engine.cycle.SchedulingCycle;
import dev.berth.engine.extender.Extenders;
import dev.berth.engine.port.BindingExecutor;
import dev.berth.engine.port.Log;
import dev.berth.engine.profile.NamedPlugin;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.state.ClusterState;
import dev.berth.spi.StateObserver;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The plugins in force, and those of earlier configurations that attempts still use.
///
/// Plugins are closed when the last attempt that began with them has ended: no attempt waits for
/// extenders or on Permit with them, no pod is being bound by them, and no bind of theirs is being
/// verified. On the scheduling thread only, except for [#closeAll].
final class PluginGenerations {
    private static final Duration CHECK_EVERY = Duration.ofSeconds(1);

    private final ClusterState state;
    private final SchedulingCycle cycle;
    private final EngineServices services;
    private final BindingExecutor executor;
    private final Supplier<Stream<Attempt>> attempts;
    private final Log log;
    private final List<PluginGeneration> retired = new ArrayList<>();
    private volatile PluginGeneration inForce;

    /// @param first the plugins that the engine starts with
    /// @param attempts the attempts that have not ended
    PluginGenerations(
            PluginGeneration first,
            ClusterState state,
            SchedulingCycle cycle,
            EngineServices services,
            BindingExecutor executor,
            Supplier<Stream<Attempt>> attempts) {
        this.inForce = first;
        this.state = state;
        this.cycle = cycle;
        this.services = services;
        this.executor = executor;
        this.attempts = attempts;
        this.log = services.log().of(PluginGenerations.class);
    }

    Extenders extenders() {
        return inForce.extenders();
    }

    /// What the plugins of the next configuration read.
    ClusterReads readsFor(Extenders extenders) {
        return inForce.reads().with(extenders);
    }

    /// Passes the state to the observers among the plugins, from now on.
    void observe(PluginGeneration generation) {
        for (Profile profile : generation.profiles()) {
            for (NamedPlugin<StateObserver> observer : profile.observers()) {
                generation.observed(
                        state.observe(
                                observer.plugin(),
                                change -> services.runner().observe(observer, change).isEmpty()));
            }
        }
    }

    /// Puts other plugins in force. Those before are closed when no attempt uses them any more.
    void replace(PluginGeneration next) {
        observe(next);
        retired.add(inForce);
        inForce = next;
    }

    /// The number of earlier configurations whose plugins are not closed yet.
    int retired() {
        return retired.size();
    }

    /// Closes the plugins that no attempt uses any more, and looks again later if there are others.
    void closeUnused() {
        if (retired.isEmpty()) {
            return;
        }
        List<Profile> used = attempts.get().map(Attempt::profile).distinct().toList();
        var unused = retired.stream().filter(each -> mayClose(each, used)).toList();
        if (!unused.isEmpty()) {
            retired.removeAll(unused);
            unused.forEach(this::release);
            // Attempts that were resumed may have filled the caches for these profiles again.
            cycle.forgetProfiles();
        }
        if (!retired.isEmpty()) {
            services.timers().after(CHECK_EVERY, this::closeUnused);
        }
    }

    private static boolean mayClose(PluginGeneration generation, List<Profile> used) {
        if (generation.profiles().stream().anyMatch(used::contains)) {
            return false;
        }
        generation.lifetime().unused();
        return !generation.lifetime().hasPending();
    }

    private void release(PluginGeneration generation) {
        generation.stopObserving();
        List<PluginReferences> others =
                Stream.concat(Stream.of(inForce), retired.stream())
                        .map(each -> each.reads().references())
                        .toList();
        PluginReferences own = generation.reads().references();
        own.termReadersWithout(others).forEach(state::forgetTerms);
        generation.reads().shared().drop(own.sharedValuesWithout(others));
        generation.lifetime().end();
        // Closing can take time, and can wait for threads of the plugin.
        executor.run("close plugins", () -> close(generation));
    }

    private void close(PluginGeneration generation) {
        generation.extenders().close();
        for (Profile profile : generation.profiles()) {
            try {
                profile.close();
            } catch (RuntimeException problem) {
                log.error(problem, "Failed to close a plugin", "profile", profile.name());
            }
        }
    }

    /// Closes all plugins. The scheduling thread has ended.
    void closeAll() {
        retired.forEach(this::close);
        retired.clear();
        inForce.extenders().close();
        inForce.profiles().forEach(Profile::close);
    }
}
