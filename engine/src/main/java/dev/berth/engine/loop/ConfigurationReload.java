package dev.berth.engine.loop;

import dev.berth.engine.extender.Extenders;
import dev.berth.engine.port.EngineConfiguration;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.port.ReloadOutcome;
import dev.berth.engine.profile.Profiles;
import dev.berth.engine.queue.Backoff;
import dev.berth.engine.state.RawObjects;
import dev.berth.model.Pod;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;

/// Puts another configuration in force, between two attempts.
///
/// The plugins are created first, so a configuration that fails changes nothing. The state of the
/// cluster, assumed pods, nominations, bindings and pods that wait on Permit stay as they are: they
/// belong to the state and to attempts, and each attempt keeps the profile that it began with. The
/// queue is emptied and filled again under the rules of the new configuration.
final class ConfigurationReload {
    private final PluginGenerations generations;
    private final Profiles profiles;
    private final BiFunction<List<ProfileSpec>, PluginGeneration, Profiles> creator;
    private final RawObjects rawObjects;
    private final PodEventHandlers pods;
    private final Message.Inbox inbox;
    private final Runnable forgetCaches;
    private final Map<Long, Requested> requested = new ConcurrentHashMap<>();
    private final AtomicLong tickets = new AtomicLong();

    private record Requested(
            EngineConfiguration configuration, CompletableFuture<ReloadOutcome> outcome) {}

    /// @param profiles the profiles in force
    /// @param creator creates profiles
    /// @param forgetCaches drops what was computed for the profiles before
    ConfigurationReload(
            PluginGenerations generations,
            Profiles profiles,
            BiFunction<List<ProfileSpec>, PluginGeneration, Profiles> creator,
            RawObjects rawObjects,
            PodEventHandlers pods,
            Message.Inbox inbox,
            Runnable forgetCaches) {
        this.generations = generations;
        this.profiles = profiles;
        this.creator = creator;
        this.rawObjects = rawObjects;
        this.pods = pods;
        this.inbox = inbox;
        this.forgetCaches = forgetCaches;
    }

    /// Requests a reload, from any thread.
    CompletableFuture<ReloadOutcome> request(EngineConfiguration configuration) {
        long ticket = tickets.incrementAndGet();
        var outcome = new CompletableFuture<ReloadOutcome>();
        requested.put(ticket, new Requested(configuration, outcome));
        inbox.accept(new Message.ConfigurationChanged(ticket));
        return outcome;
    }

    /// Takes back a request that is not being handled yet, from any thread; false if it is being
    /// handled or has ended.
    @SuppressWarnings("ReferenceEquality") // Futures have no other equality.
    boolean withdraw(CompletableFuture<ReloadOutcome> outcome) {
        Optional<Requested> withdrawn =
                requested.entrySet().stream()
                        .filter(each -> each.getValue().outcome() == outcome)
                        .findFirst()
                        .map(each -> requested.remove(each.getKey()));
        if (withdrawn.isEmpty()) {
            return false;
        }
        new Extenders(withdrawn.get().configuration().extenders()).close();
        outcome.cancel(false);
        return true;
    }

    /// Handles a request.
    void handle(long ticket) {
        Requested request = requested.remove(ticket);
        if (request == null) {
            return;
        }
        try {
            request.outcome().complete(reload(request.configuration()));
        } catch (RuntimeException | Error bug) {
            request.outcome().completeExceptionally(bug);
            throw bug;
        }
    }

    private ReloadOutcome reload(EngineConfiguration configuration) {
        var extenders = new Extenders(configuration.extenders());
        Optional<String> missing = missingJson(extenders);
        if (missing.isPresent()) {
            extenders.close();
            return new ReloadOutcome.Rejected(missing.get(), true);
        }
        var next = new PluginGeneration(generations.readsFor(extenders));
        try {
            next.created(creator.apply(configuration.profiles(), next));
        } catch (IllegalArgumentException problem) {
            generations.reject(next);
            return new ReloadOutcome.Rejected(String.valueOf(problem.getMessage()), false);
        }
        profiles.replace(next.profiles());
        generations.replace(next);
        forgetCaches.run();
        List<Pod> reevaluated =
                pods.profilesChanged(
                        new Backoff(configuration.initialBackoff(), configuration.maxBackoff()));
        generations.closeUnused();
        return new ReloadOutcome.InForce(reevaluated.size());
    }

    /// Extenders receive complete objects, which the scheduler keeps only if it has started with
    /// extenders that need them.
    private Optional<String> missingJson(Extenders extenders) {
        if (!extenders.isEmpty() && !rawObjects.keepsPods()) {
            return Optional.of(
                    "extenders: the scheduler has started without extenders and does not keep the"
                            + " complete pods and nodes that they receive; restart it to add the"
                            + " first extender");
        }
        if (extenders.wantNodes() && !rawObjects.keepsNodes()) {
            return Optional.of(
                    "extenders: the scheduler has started with nodeCacheCapable extenders only and"
                            + " does not keep the complete nodes that others receive; set"
                            + " nodeCacheCapable: true, or restart it");
        }
        return Optional.empty();
    }
}
