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
import dev.berth.model.Kind;
import dev.berth.spi.StateKey;
import dev.berth.spi.StateObserver;

import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
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
    private final List<PluginGeneration> retired = new CopyOnWriteArrayList<>();
    private volatile PluginGeneration inForce;

    /// The shared values of closed plugins. The plugins in force may ask for them only when they
    /// need them, so they are kept until the next configuration comes into force.
    private final Set<StateKey<?>> valuesOfClosed = new HashSet<>();

    private boolean checkPlanned;

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
        openReferences().forEach(each -> valuesOfClosed.removeAll(each.sharedValues()));
        next.reads().shared().drop(valuesOfClosed);
        valuesOfClosed.clear();
    }

    /// Releases what plugins of a configuration have obtained that does not come into force. The
    /// plugins are closed already.
    void reject(PluginGeneration rejected) {
        rejected.lifetime().end();
        PluginReferences own = rejected.reads().references();
        dropCode(own);
        var values = new HashSet<>(own.sharedValues());
        values.removeAll(valuesOfClosed);
        openReferences().forEach(each -> values.removeAll(each.sharedValues()));
        rejected.reads().shared().drop(values);
        rejected.extenders().close();
    }

    private List<PluginReferences> openReferences() {
        return Stream.concat(Stream.of(inForce), retired.stream())
                .map(each -> each.reads().references())
                .toList();
    }

    /// Drops the readers and matchers that only closed plugins have passed, because they are code
    /// of these plugins.
    private void dropCode(PluginReferences references) {
        state.groups().forget(references);
        references.termReadersWithout(openReferences()).forEach(state::forgetTerms);
    }

    /// The kinds that plugins read that are not closed yet, from any thread.
    Set<Kind> kinds() {
        var kinds = new LinkedHashSet<Kind>();
        // The plugins in force come last: a reload retires them before it replaces them.
        retired.forEach(each -> kinds.addAll(each.kinds()));
        kinds.addAll(inForce.kinds());
        return kinds;
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
        long now = services.timers().nowNanos();
        List<Profile> used = attempts.get().map(Attempt::profile).distinct().toList();
        var unused = retired.stream().filter(each -> mayClose(each, used, now)).toList();
        if (!unused.isEmpty()) {
            retired.removeAll(unused);
            unused.forEach(this::release);
            // Attempts that were resumed may have filled the caches for these profiles again.
            cycle.forgetProfiles();
        }
        if (!retired.isEmpty() && !checkPlanned) {
            checkPlanned = true;
            services.timers().after(CHECK_EVERY, this::checkAgain);
        }
    }

    private void checkAgain() {
        checkPlanned = false;
        closeUnused();
    }

    private static boolean mayClose(
            PluginGeneration generation, List<Profile> used, long nowNanos) {
        if (generation.profiles().stream().anyMatch(used::contains)) {
            return false;
        }
        generation.lifetime().unused(nowNanos);
        return !generation.lifetime().hasPending();
    }

    private void release(PluginGeneration generation) {
        generation.stopObserving();
        PluginReferences own = generation.reads().references();
        dropCode(own);
        valuesOfClosed.addAll(own.sharedValues());
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
