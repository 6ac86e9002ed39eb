package dev.berth.engine.differential;

import dev.berth.model.Labels;
import dev.berth.model.Pod;
import dev.berth.spi.AffinityTermGroup;
import dev.berth.spi.AffinityTermGroups;
import dev.berth.spi.AffinityTermReader;
import dev.berth.spi.Counting;
import dev.berth.spi.DomainCounts;
import dev.berth.spi.Domains;
import dev.berth.spi.EventRecord;
import dev.berth.spi.Gates;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeResultCache;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.NodeWhatIf;
import dev.berth.spi.Nodes;
import dev.berth.spi.ObjectLister;
import dev.berth.spi.ObjectLookup;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PodAffinityTerm;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PodMatcher;
import dev.berth.spi.SelectorGroup;
import dev.berth.spi.StateKey;
import dev.berth.spi.Verdict;
import dev.berth.spi.WaitingPods;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// A plugin context whose groups are counted from the pods on the nodes with every call.
final class Recount implements PluginContext {
    private final PluginContext engine;
    private @Nullable Nodes nodes;

    Recount(PluginContext engine) {
        this.engine = engine;
    }

    /// The counts are of this cycle from now on.
    void begin(PodCycle cycle) {
        nodes = cycle.nodes();
    }

    private Nodes nodes() {
        return java.util.Objects.requireNonNull(nodes, "groups are asked for in cycles only");
    }

    private List<Pod> podsOn(int row) {
        return nodes().all().contains(row) ? nodes().view(row).pods() : List.of();
    }

    @Override
    public SelectorGroup selectorGroup(PodMatcher matcher) {
        return new SelectorGroup() {
            @Override
            public int count(int row) {
                int count = 0;
                for (Pod pod : podsOn(row)) {
                    count += matcher.matches(pod.namespace(), pod.labels()) ? 1 : 0;
                }
                return count;
            }

            @Override
            public int terminating(int row) {
                int count = 0;
                for (Pod pod : podsOn(row)) {
                    boolean meant = matcher.matches(pod.namespace(), pod.labels());
                    count += meant && pod.terminating() ? 1 : 0;
                }
                return count;
            }

            @Override
            public DomainCounts by(Counting counting) {
                return new Sums(
                        nodes(),
                        counting.topologyKey(),
                        counting.on(),
                        row -> count(row) - (counting.terminating() ? 0 : terminating(row)));
            }
        };
    }

    @Override
    public AffinityTermGroups affinityTerms(AffinityTermReader source) {
        return new AffinityTermGroups() {
            private long calls;

            @Override
            public List<AffinityTermGroup> matching(String namespace, Labels labels) {
                return groups(source, namespace, labels);
            }

            // No result is valid for long.
            @Override
            public long version() {
                return calls++;
            }
        };
    }

    private record Key(PodMatcher matcher, String topologyKey) {}

    private List<AffinityTermGroup> groups(
            AffinityTermReader source, String namespace, Labels labels) {
        var keys = new LinkedHashSet<Key>();
        for (int row = nodes().all().next(0); row >= 0; row = nodes().all().next(row + 1)) {
            for (Pod pod : podsOn(row)) {
                for (PodAffinityTerm term : source.termsOf(pod.shape())) {
                    if (term.matcher().matches(namespace, labels)) {
                        keys.add(new Key(term.matcher(), term.topologyKey()));
                    }
                }
            }
        }
        var groups = new ArrayList<AffinityTermGroup>();
        keys.forEach(key -> groups.add(new Carried(source, key)));
        return groups;
    }

    private final class Carried implements AffinityTermGroup {
        private final AffinityTermReader source;
        private final Key key;
        private final Sums counts;
        private final Sums weights;

        Carried(AffinityTermReader source, Key key) {
            this.source = source;
            this.key = key;
            this.counts = sums(this::count);
            this.weights = sums(this::weight);
        }

        private Sums sums(IntToLongFunction source) {
            return new Sums(nodes(), key.topologyKey(), Counting.NodeCondition.ALWAYS, source);
        }

        private List<PodAffinityTerm> on(int row) {
            var terms = new ArrayList<PodAffinityTerm>();
            for (Pod pod : podsOn(row)) {
                terms.addAll(source.termsOf(pod.shape()));
            }
            terms.removeIf(term -> !new Key(term.matcher(), term.topologyKey()).equals(key));
            return terms;
        }

        @Override
        public int count(int row) {
            return on(row).size();
        }

        @Override
        public long weight(int row) {
            return on(row).stream().mapToLong(PodAffinityTerm::weight).sum();
        }

        @Override
        public DomainCounts counts() {
            return counts;
        }

        @Override
        public long weightIn(int domain) {
            return weights.sum(domain);
        }
    }

    /// Sums over rows, computed once and not updated.
    private static final class Sums implements DomainCounts {
        private final Nodes nodes;
        private final Domains domains;
        private final Map<Integer, Long> sums = new HashMap<>();

        Sums(Nodes nodes, String key, Counting.NodeCondition on, IntToLongFunction source) {
            this.nodes = nodes;
            this.domains = checked(nodes, key);
            for (int row = nodes.all().next(0); row >= 0; row = nodes.all().next(row + 1)) {
                int domain = domains.of(row);
                if (domain >= 0 && on.matches(nodes.view(row).node())) {
                    sums.merge(domain, source.applyAsLong(row), Long::sum);
                }
            }
        }

        /// Domains as the engine numbers them, having seen that they are what the nodes say.
        private static Domains checked(Nodes nodes, String key) {
            Domains domains = nodes.domains(key);
            var numbers = new HashMap<String, Integer>();
            int labeled = 0;
            for (int row = nodes.all().next(0); row >= 0; row = nodes.all().next(row + 1)) {
                Optional<String> value = nodes.view(row).label(key);
                int number = domains.of(row);
                int expected = value.map(each -> numbers.getOrDefault(each, number)).orElse(-1);
                if (number != expected || value.isPresent() != domains.labeled().contains(row)) {
                    throw new IllegalStateException("row " + row + " has a wrong domain of " + key);
                }
                value.ifPresent(each -> numbers.put(each, number));
                labeled += value.isPresent() ? 1 : 0;
            }
            if (domains.used() != numbers.size() || domains.labeled().size() != labeled) {
                throw new IllegalStateException("domains of " + key + " nobody has");
            }
            return domains;
        }

        long sum(int domain) {
            return sums.getOrDefault(domain, 0L);
        }

        @Override
        public Domains domains() {
            return domains;
        }

        @Override
        public int count(int domain) {
            return (int) sum(domain);
        }

        @Override
        public int positive() {
            return (int) sums.values().stream().filter(sum -> sum > 0).count();
        }

        @Override
        public int open() {
            return sums.size();
        }

        @Override
        public boolean isOpen(int domain) {
            return sums.containsKey(domain);
        }

        @Override
        public int lowest() {
            return sums.values().stream().mapToInt(Long::intValue).min().orElse(0);
        }

        @Override
        public NodeSet above(int limit) {
            var rows = new MutableNodeSet(nodes.rows());
            for (int row = nodes.all().next(0); row >= 0; row = nodes.all().next(row + 1)) {
                if (domains.of(row) >= 0 && count(domains.of(row)) > limit) {
                    rows.add(row);
                }
            }
            return rows;
        }
    }

    @Override
    public String profile() {
        return engine.profile();
    }

    @Override
    public Gates gates() {
        return engine.gates();
    }

    @Override
    public long nowNanos() {
        return engine.nowNanos();
    }

    @Override
    public <T> T shared(StateKey<T> key, Supplier<T> create) {
        return engine.shared(key, create);
    }

    @Override
    public WaitingPods waitingPods() {
        return engine.waitingPods();
    }

    @Override
    public void activate(Collection<String> podKeys) {
        engine.activate(podKeys);
    }

    @Override
    public ObjectLister objects() {
        return engine.objects();
    }

    @Override
    public NodeWhatIf whatIf(PodCycle cycle, NodeView node) {
        return engine.whatIf(cycle, node);
    }

    @Override
    public <T> NodeResultCache<T> resultCache(PodCycle cycle, StateKey<T> key, long stamp) {
        return engine.resultCache(cycle, key, stamp);
    }

    @Override
    public RandomGenerator random() {
        return engine.random();
    }

    @Override
    public void runLater(Runnable work) {
        engine.runLater(work);
    }

    @Override
    public void runLater(Duration wait, Runnable work) {
        engine.runLater(wait, work);
    }

    @Override
    public Optional<Pod> pod(String uid) {
        return engine.pod(uid);
    }

    @Override
    public List<Pod> nominatedPods(String node) {
        return engine.nominatedPods(node);
    }

    @Override
    public Verdict filter(PodCycle cycle, NodeView node) {
        return engine.filter(cycle, node);
    }

    @Override
    public boolean extendersSupportPreemption(Pod pod) {
        return false;
    }

    @Override
    public void event(EventRecord event) {
        engine.event(event);
    }

    @Override
    public void submit(Write write, Consumer<WriteOutcome> then) {
        engine.submit(write, then);
    }

    @Override
    public WriteOutcome write(Write write) throws InterruptedException {
        return engine.write(write);
    }

    @Override
    public <T> T await(Function<ObjectLookup, Optional<T>> check, Duration atMost)
            throws InterruptedException, TimeoutException {
        return engine.await(check, atMost);
    }

    @Override
    public void pause(Duration time) throws InterruptedException {
        engine.pause(time);
    }
}
