package dev.berth.engine.profile;

import dev.berth.engine.port.ProfileSpec;
import dev.berth.spi.Bind;
import dev.berth.spi.ExtensionPoint;
import dev.berth.spi.Filter;
import dev.berth.spi.Permit;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PostBind;
import dev.berth.spi.PostFilter;
import dev.berth.spi.PreBind;
import dev.berth.spi.PreEnqueue;
import dev.berth.spi.QueueSort;
import dev.berth.spi.Reserve;
import dev.berth.spi.Score;
import dev.berth.spi.StateObserver;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// The plugins that serve one scheduler name, by extension point and in order.
public final class Profile implements AutoCloseable {
    private final ProfileSpec spec;
    private final List<Named<Plugin>> plugins = new ArrayList<>();
    private final List<Named<PreEnqueue>> preEnqueues;
    private final List<Named<QueueSort>> queueSorts;
    private final List<Named<Filter>> filters;
    private final List<Named<PostFilter>> postFilters;
    private final List<Weighted> scores = new ArrayList<>();
    private final List<Named<Reserve>> reserves;
    private final List<Named<Permit>> permits;
    private final List<Named<PreBind>> preBinds;
    private final List<Named<Bind>> binds;
    private final List<Named<PostBind>> postBinds;
    private final List<Named<StateObserver>> observers;
    private final HintTable hints = new HintTable();

    /// Makes all plugins; `context` gives each the services it asked for.
    public Profile(ProfileSpec spec, Function<ProfileSpec, PluginContext> context) {
        this.spec = spec;
        if (spec.schedulerName().isEmpty()) {
            throw new IllegalArgumentException("scheduler name is needed");
        }
        Set<String> names = new HashSet<>();
        for (ProfileSpec.Entry entry : spec.plugins()) {
            if (!names.add(entry.name())) {
                throw new IllegalArgumentException(
                        "plugin \"" + entry.name() + "\" already registered");
            }
            plugins.add(new Named<>(entry.name(), make(entry, context.apply(spec))));
        }
        preEnqueues = at(ExtensionPoint.PRE_ENQUEUE, PreEnqueue.class);
        queueSorts = at(ExtensionPoint.QUEUE_SORT, QueueSort.class);
        filters = at(ExtensionPoint.FILTER, Filter.class);
        postFilters = at(ExtensionPoint.POST_FILTER, PostFilter.class);
        reserves = at(ExtensionPoint.RESERVE, Reserve.class);
        permits = at(ExtensionPoint.PERMIT, Permit.class);
        preBinds = at(ExtensionPoint.PRE_BIND, PreBind.class);
        binds = at(ExtensionPoint.BIND, Bind.class);
        postBinds = at(ExtensionPoint.POST_BIND, PostBind.class);
        observers = new ArrayList<>();
        for (int i = 0; i < plugins.size(); i++) {
            Named<Plugin> named = plugins.get(i);
            ProfileSpec.Entry entry = spec.plugins().get(i);
            if (named.plugin() instanceof Score score
                    && !entry.disabledAt().contains(ExtensionPoint.SCORE)) {
                scores.add(new Weighted(named.name(), score, entry.weight()));
            }
            if (named.plugin() instanceof StateObserver observer) {
                observers.add(new Named<>(named.name(), observer));
            }
            if (mayRejectBeforeBinding(named.plugin())) {
                hints.register(named.name(), named.plugin());
            }
        }
        check();
    }

    private static Plugin make(ProfileSpec.Entry entry, PluginContext context) {
        try {
            return entry.maker().apply(context);
        } catch (RuntimeException problem) {
            throw new IllegalArgumentException(
                    "initializing plugin \"" + entry.name() + "\": " + problem.getMessage(),
                    problem);
        }
    }

    private void check() {
        if (queueSorts.size() != 1) {
            throw new IllegalArgumentException(
                    "only one queue sort plugin required for profile with scheduler name \"%s\", but got %d"
                            .formatted(name(), queueSorts.size()));
        }
        if (binds.isEmpty()) {
            throw new IllegalArgumentException(
                    "at least one bind plugin is needed for profile with scheduler name \"%s\""
                            .formatted(name()));
        }
        long total = 0;
        for (Weighted score : scores) {
            if (score.weight() > (Long.MAX_VALUE - total) / 100) {
                throw new IllegalArgumentException(
                        "score plugins: total score of Score plugins could overflow");
            }
            total += score.weight() * 100;
        }
    }

    // Parity: plugins of later extension points never park a pod by their name, so their events are
    // not asked for.
    private static boolean mayRejectBeforeBinding(Plugin plugin) {
        return plugin instanceof PreEnqueue
                || plugin instanceof Filter
                || plugin instanceof Reserve
                || plugin instanceof Permit;
    }

    private <P> List<Named<P>> at(ExtensionPoint point, Class<P> type) {
        var found = new ArrayList<Named<P>>();
        for (int i = 0; i < plugins.size(); i++) {
            Plugin plugin = plugins.get(i).plugin();
            if (type.isInstance(plugin) && !spec.plugins().get(i).disabledAt().contains(point)) {
                found.add(new Named<>(plugins.get(i).name(), type.cast(plugin)));
            }
        }
        return List.copyOf(found);
    }

    /// The scheduler name that pods ask for.
    public String name() {
        return spec.schedulerName();
    }

    public int percentageOfNodesToScore() {
        return spec.percentageOfNodesToScore();
    }

    public List<Named<PreEnqueue>> preEnqueues() {
        return preEnqueues;
    }

    public Named<QueueSort> queueSort() {
        return queueSorts.getFirst();
    }

    public List<Named<Filter>> filters() {
        return filters;
    }

    public List<Named<PostFilter>> postFilters() {
        return postFilters;
    }

    public List<Weighted> scores() {
        return scores;
    }

    public List<Named<Reserve>> reserves() {
        return reserves;
    }

    public List<Named<Permit>> permits() {
        return permits;
    }

    public List<Named<PreBind>> preBinds() {
        return preBinds;
    }

    public List<Named<Bind>> binds() {
        return binds;
    }

    public List<Named<PostBind>> postBinds() {
        return postBinds;
    }

    public List<Named<StateObserver>> observers() {
        return observers;
    }

    public HintTable hints() {
        return hints;
    }

    @Override
    public void close() {
        RuntimeException first = null;
        for (Named<Plugin> plugin : plugins) {
            try {
                plugin.plugin().close();
            } catch (RuntimeException problem) {
                // The others are closed all the same.
                if (first == null) {
                    first = new IllegalStateException(plugin.name() + " failed to close", problem);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
