package dev.berth.engine.profile;

import dev.berth.engine.port.Meter;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.model.Kind;
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
import dev.berth.spi.RejectionExplainer;
import dev.berth.spi.Reserve;
import dev.berth.spi.Score;
import dev.berth.spi.StateObserver;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// The plugins of one profile, by extension point and in order (kube-scheduler: `frameworkImpl`).
public final class Profile implements AutoCloseable {
    private final ProfileSpec spec;
    private final Map<String, Plugin> plugins;
    private final List<NamedPlugin<PreEnqueue>> preEnqueues;
    private final List<NamedPlugin<QueueSort>> queueSorts;
    private final List<NamedPlugin<Filter>> preFilters;
    private final List<NamedPlugin<Filter>> filters;
    private final List<NamedPlugin<PostFilter>> postFilters;
    private final List<NamedPlugin<Score>> preScores;
    private final List<WeightedPlugin> scores = new ArrayList<>();
    private final List<NamedPlugin<Reserve>> reserves;
    private final List<NamedPlugin<Permit>> permits;
    private final List<NamedPlugin<PreBind>> preBinds;
    private final List<NamedPlugin<Bind>> binds;
    private final List<NamedPlugin<PostBind>> postBinds;
    private final List<NamedPlugin<StateObserver>> observers = new ArrayList<>();
    private final HintTable hints = new HintTable();
    private final Meter.OfProfile meter;

    /// Creates all plugins.
    ///
    /// @param others rejectors other than plugins, whose pods any event may requeue
    /// @throws IllegalArgumentException if this fails; then the plugins that were created are
    ///   closed
    static Profile create(
            ProfileSpec spec, Set<String> others, Meter meter, PluginContexts contexts) {
        var made = new LinkedHashMap<String, Plugin>();
        try {
            if (spec.schedulerName().isEmpty()) {
                throw new IllegalArgumentException("scheduler name is needed");
            }
            make(spec, contexts, made);
            return new Profile(spec, others, meter, made);
        } catch (RuntimeException | Error problem) {
            try {
                close(made);
            } catch (RuntimeException second) {
                problem.addSuppressed(second);
            }
            throw problem;
        }
    }

    private Profile(
            ProfileSpec spec, Set<String> others, Meter meter, Map<String, Plugin> plugins) {
        this.spec = spec;
        this.meter = meter.profile(spec.schedulerName());
        this.plugins = plugins;
        var lists = new PluginLists(spec, plugins);
        preFilters = lists.at(ExtensionPoint.PRE_FILTER, Filter.class);
        filters = lists.at(ExtensionPoint.FILTER, Filter.class);
        postFilters = lists.at(ExtensionPoint.POST_FILTER, PostFilter.class);
        reserves = lists.at(ExtensionPoint.RESERVE, Reserve.class);
        preScores = lists.at(ExtensionPoint.PRE_SCORE, Score.class);
        List<NamedPlugin<Score>> scorers = lists.at(ExtensionPoint.SCORE, Score.class);
        preBinds = lists.at(ExtensionPoint.PRE_BIND, PreBind.class);
        binds = lists.at(ExtensionPoint.BIND, Bind.class);
        postBinds = lists.at(ExtensionPoint.POST_BIND, PostBind.class);
        permits = lists.at(ExtensionPoint.PERMIT, Permit.class);
        preEnqueues = lists.at(ExtensionPoint.PRE_ENQUEUE, PreEnqueue.class);
        queueSorts = lists.at(ExtensionPoint.QUEUE_SORT, QueueSort.class);
        check();
        Map<String, Long> weights = lists.weights();
        for (NamedPlugin<Score> scorer : scorers) {
            scores.add(
                    new WeightedPlugin(
                            scorer.name(),
                            scorer.plugin(),
                            weights.getOrDefault(scorer.name(), 1L)));
        }
        plugins.forEach((name, plugin) -> {
            if (plugin instanceof StateObserver observer) {
                observers.add(new NamedPlugin<>(name, observer));
            }
            if (mayRejectBeforeBinding(plugin)) {
                register(name, plugin);
            }
        });
        others.forEach(hints::registerForEverything);
    }

    private void register(String name, Plugin plugin) {
        try {
            hints.register(name, plugin, reads());
        } catch (RuntimeException | Error problem) {
            throw new IllegalArgumentException(
                    "initializing plugin \"%s\": registering for events: %s"
                            .formatted(
                                    name,
                                    problem instanceof IllegalArgumentException known
                                            ? known.getMessage()
                                            : problem),
                    problem);
        }
    }

    /// Creates each plugin that is enabled at an extension point once.
    private static void make(ProfileSpec spec, PluginContexts contexts, Map<String, Plugin> made) {
        make(spec.multiPoint(), spec, contexts, made);
        for (ExtensionPoint point : ExtensionPoint.values()) {
            make(spec.at(point).enabled(), spec, contexts, made);
        }
    }

    private static void make(
            List<ProfileSpec.Use> uses,
            ProfileSpec spec,
            PluginContexts contexts,
            Map<String, Plugin> made) {
        for (ProfileSpec.Use use : uses) {
            Function<PluginContext, Plugin> maker = spec.makers().get(use.name());
            if (maker != null && !made.containsKey(use.name())) {
                try {
                    made.put(use.name(), maker.apply(contexts.create(spec, use.name())));
                } catch (RuntimeException | Error problem) {
                    String said = problem.getMessage();
                    throw new IllegalArgumentException(
                            "initializing plugin \"%s\": %s"
                                    .formatted(
                                            use.name(),
                                            said == null || problem instanceof Error
                                                    ? problem.toString()
                                                    : said),
                            problem);
                }
            }
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
    }

    // Parity: fillEnqueueExtensions registers no events of plugins of later extension points, which
    // never make a pod unschedulable by their name.
    private static boolean mayRejectBeforeBinding(Plugin plugin) {
        return plugin instanceof PreEnqueue
                || plugin instanceof Filter
                || plugin instanceof Reserve
                || plugin instanceof Permit;
    }

    /// The scheduler name of the profile.
    public String name() {
        return spec.schedulerName();
    }

    public Meter.OfProfile meter() {
        return meter;
    }

    public int percentageOfNodesToScore() {
        return spec.percentageOfNodesToScore();
    }

    /// Whether the remaining filters run on a node that is rejected, too.
    public boolean checksAllFilters() {
        return spec.checksAllFilters();
    }

    /// The plugins that are enabled at an extension point, in order. The weights are those of
    /// scores, and 0 at other extension points.
    public List<ProfileSpec.Use> at(ExtensionPoint point) {
        return switch (point) {
            case PRE_ENQUEUE -> unweighted(preEnqueues);
            case QUEUE_SORT -> unweighted(queueSorts);
            case PRE_FILTER -> unweighted(preFilters);
            case FILTER -> unweighted(filters);
            case POST_FILTER -> unweighted(postFilters);
            case PRE_SCORE -> unweighted(preScores);
            case SCORE ->
                    scores.stream()
                            .map(score -> new ProfileSpec.Use(score.name(), score.weight()))
                            .toList();
            case RESERVE -> unweighted(reserves);
            case PERMIT -> unweighted(permits);
            case PRE_BIND -> unweighted(preBinds);
            case BIND -> unweighted(binds);
            case POST_BIND -> unweighted(postBinds);
        };
    }

    private static <P> List<ProfileSpec.Use> unweighted(List<NamedPlugin<P>> plugins) {
        return plugins.stream().map(plugin -> new ProfileSpec.Use(plugin.name(), 0)).toList();
    }

    public List<NamedPlugin<PreEnqueue>> preEnqueues() {
        return preEnqueues;
    }

    public NamedPlugin<QueueSort> queueSort() {
        return queueSorts.getFirst();
    }

    public List<NamedPlugin<Filter>> preFilters() {
        return preFilters;
    }

    public List<NamedPlugin<Filter>> filters() {
        return filters;
    }

    public List<NamedPlugin<PostFilter>> postFilters() {
        return postFilters;
    }

    public List<NamedPlugin<Score>> preScores() {
        return preScores;
    }

    public List<WeightedPlugin> scores() {
        return scores;
    }

    public List<NamedPlugin<Reserve>> reserves() {
        return reserves;
    }

    public List<NamedPlugin<Permit>> permits() {
        return permits;
    }

    public List<NamedPlugin<PreBind>> preBinds() {
        return preBinds;
    }

    public List<NamedPlugin<Bind>> binds() {
        return binds;
    }

    public List<NamedPlugin<PostBind>> postBinds() {
        return postBinds;
    }

    /// The plugin of this name, if it explains its rejections.
    public Optional<RejectionExplainer> explainer(String name) {
        return plugins.get(name) instanceof RejectionExplainer explainer
                ? Optional.of(explainer)
                : Optional.empty();
    }

    public List<NamedPlugin<StateObserver>> observers() {
        return observers;
    }

    /// The kinds of objects, besides pods and nodes, that its plugins read or have registered for
    /// events of.
    public Set<Kind> reads() {
        var kinds = new LinkedHashSet<Kind>();
        plugins.values().forEach(plugin -> kinds.addAll(plugin.reads()));
        kinds.addAll(hints.kinds());
        return kinds;
    }

    public HintTable hints() {
        return hints;
    }

    @Override
    public void close() {
        close(plugins);
    }

    private static void close(Map<String, Plugin> plugins) {
        RuntimeException first = null;
        for (Map.Entry<String, Plugin> plugin : plugins.entrySet()) {
            try {
                plugin.getValue().close();
            } catch (RuntimeException | Error problem) {
                // The other plugins are closed, too.
                if (first == null) {
                    first =
                            new IllegalStateException(
                                    "plugin \"%s\" failed to close: %s"
                                            .formatted(plugin.getKey(), problem),
                                    problem);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
