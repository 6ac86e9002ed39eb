package dev.berth.testkit;

import dev.berth.model.CustomObject;
import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;
import dev.berth.spi.Bind;
import dev.berth.spi.BindVerdict;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.Diagnosis;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeView;
import dev.berth.spi.NodeWhatIf;
import dev.berth.spi.Nomination;
import dev.berth.spi.Permit;
import dev.berth.spi.PermitVerdict;
import dev.berth.spi.Placement;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PodChange;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PostBind;
import dev.berth.spi.PostFilter;
import dev.berth.spi.PostFilterVerdict;
import dev.berth.spi.PreBind;
import dev.berth.spi.PreEnqueue;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.PreFlight;
import dev.berth.spi.Preemption;
import dev.berth.spi.QueueEntry;
import dev.berth.spi.QueueSort;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;
import dev.berth.spi.Reserve;
import dev.berth.spi.StateKey;
import dev.berth.spi.StateObserver;
import dev.berth.spi.Verdict;
import dev.berth.spi.WaitingPods.WaitingPod;
import dev.berth.spi.Write;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A plugin with every extension point but Score. Pods need tickets: a `TicketPool` defines how
/// many pods with the label `ticket` a node can have. A pod with the label `pair` waits on Permit
/// for another pod with the same value.
final class TicketPlugin
        implements PreEnqueue,
                QueueSort,
                Filter,
                PostFilter,
                Reserve,
                Permit,
                PreBind,
                Bind,
                PostBind,
                EnqueueExtensions,
                StateObserver {
    static final String NAME = "Ticket";
    static final Kind POOL = new Kind("example.com", "v1", "TicketPool", "ticketpools", false);
    static final Duration WAIT = Duration.ofSeconds(30);
    private static final Reject NONE_FREE = Reject.unschedulable("node(s) had no ticket");
    private static final StateKey<Integer> FREE = StateKey.of("free", Integer.class);

    private final PluginContext context;
    private final Map<String, Integer> used = new HashMap<>();
    private final Set<String> reserved = new HashSet<>();

    private TicketPlugin(PluginContext context) {
        this.context = context;
    }

    /// The number of pods with a reserved ticket.
    int reserved() {
        return reserved.size();
    }

    static final class Provider implements PluginProvider<PluginProvider.NoArgs> {
        @Override
        public String name() {
            return NAME;
        }

        @Override
        public PluginProvider.NoArgs defaults() {
            return PluginProvider.NoArgs.NONE;
        }

        @Override
        public Plugin create(PluginProvider.NoArgs args, PluginContext context) {
            return new TicketPlugin(context);
        }
    }

    @Override
    public Set<Kind> reads() {
        return Set.of(POOL);
    }

    private int total() {
        return context.objects()
                .get(POOL, "pool")
                .flatMap(pool -> ((CustomObject) pool).content().at("spec", "tickets"))
                .map(number -> Integer.parseInt(((Json.Num) number).text()))
                .orElse(0);
    }

    private static boolean needsTicket(Pod pod) {
        return pod.labels().get("ticket").isPresent();
    }

    @Override
    public Verdict preEnqueue(Pod pod) {
        return pod.labels().get("hold").isPresent()
                ? Reject.unresolvable("the pod has the label hold")
                : Verdict.PASS;
    }

    @Override
    public int compare(QueueEntry a, QueueEntry b) {
        return Integer.compare(b.pod().spec().priority(), a.pod().spec().priority());
    }

    @Override
    public PreFilterResult filterFor(PodCycle cycle) {
        if (!needsTicket(cycle.pod())) {
            return PreFilterResult.SKIP;
        }
        cycle.put(FREE, total());
        return PreFilterResult.of(new FreeTickets(Map.of()));
    }

    private final class FreeTickets implements NodeFilter {
        private final Map<String, Integer> removed;

        FreeTickets(Map<String, Integer> removed) {
            this.removed = removed;
        }

        @Override
        public Verdict test(NodeView node) {
            int here = used.getOrDefault(node.name(), 0) + removed.getOrDefault(node.name(), 0);
            return here < total() ? Verdict.PASS : NONE_FREE;
        }

        @Override
        public NodeFilter after(PodChange change) {
            if (!needsTicket(change.pod())) {
                return this;
            }
            var more = new HashMap<>(removed);
            more.merge(change.node().name(), change.added() ? 1 : -1, Integer::sum);
            return new FreeTickets(more);
        }
    }

    @Override
    public PostFilterVerdict postFilter(PodCycle cycle, Diagnosis diagnosis) {
        for (Diagnosis.Group group : diagnosis.groups()) {
            NodeView node = cycle.nodes().view(group.rows().next(0));
            NodeWhatIf whatIf = context.whatIf(cycle, node);
            for (Pod pod : node.pods()) {
                whatIf.remove(pod);
                if (whatIf.test() instanceof Verdict.Pass) {
                    return evict(cycle, node, pod);
                }
            }
        }
        return new PostFilterVerdict.Failure(
                Reject.unschedulable("no pod to evict"), Nomination.KEEP);
    }

    private PostFilterVerdict evict(PodCycle cycle, NodeView node, Pod victim) {
        if (!cycle.dryRun()) {
            context.submit(
                    new Write.DeletePod(victim.namespace(), victim.name(), victim.uid()),
                    outcome -> {});
        }
        var candidate =
                new Preemption.Candidate(
                        node.name(),
                        List.of(
                                new Preemption.Victim(
                                        victim.key(),
                                        victim.uid(),
                                        victim.spec().priority(),
                                        Optional.empty(),
                                        List.of(),
                                        List.of(),
                                        false)),
                        List.of(),
                        0);
        return new PostFilterVerdict.Success(
                new Nomination.Nominate(node.name()),
                Optional.of(new Preemption(1, 1, List.of(candidate), List.of(node.name()), "")));
    }

    @Override
    public Verdict reserve(PodCycle cycle, NodeView node) {
        if (cycle.pod().labels().get("unlucky").isPresent()) {
            return Reject.unschedulable("the last ticket was taken");
        }
        reserved.add(cycle.pod().uid());
        return Verdict.PASS;
    }

    @Override
    public void unreserve(Placement placement) {
        reserved.remove(placement.pod().uid());
    }

    @Override
    public PermitVerdict permit(PodCycle cycle, NodeView node) {
        Optional<String> pair = cycle.pod().labels().get("pair");
        if (pair.isEmpty()) {
            return PermitVerdict.ALLOW;
        }
        if (pair.get().isEmpty()) {
            return new PermitVerdict.Deny(Reject.unresolvable("the pair has no name"));
        }
        for (WaitingPod waiting : context.waitingPods().all()) {
            if (waiting.pod().labels().get("pair").equals(pair)) {
                context.waitingPods().allow(waiting.pod().uid(), NAME);
                return PermitVerdict.ALLOW;
            }
        }
        return new PermitVerdict.Wait(WAIT, List.of("waits for the pair " + pair.get()));
    }

    /// Rejects all waiting pods.
    void closeTheOffice() {
        context.waitingPods()
                .all()
                .forEach(waiting ->
                        context.waitingPods().reject(waiting.pod().uid(), NAME, "closed"));
    }

    @Override
    public PreFlight preFlight(Placement placement) {
        return needsTicket(placement.pod()) ? PreFlight.NEEDED : PreFlight.SKIP;
    }

    @Override
    public Verdict preBind(Placement placement) {
        return placement.get(FREE).orElseThrow() > 0
                ? Verdict.PASS
                : Reject.unschedulable("the pool is empty");
    }

    @Override
    public BindVerdict bind(Placement placement) throws InterruptedException {
        Optional<Write> write = bindingWrite(placement);
        if (write.isEmpty()) {
            return BindVerdict.SKIP;
        }
        context.write(write.get());
        return BindVerdict.BOUND;
    }

    @Override
    public Optional<Write> bindingWrite(Placement placement) {
        Pod pod = placement.pod();
        return needsTicket(pod)
                ? Optional.of(
                        new Write.BindPod(pod.namespace(), pod.name(), pod.uid(), placement.node()))
                : Optional.empty();
    }

    @Override
    public void postBind(Placement placement) {
        context.activate(List.of("default/next"));
    }

    @Override
    public void eventsToRegister(QueueingHints hints) {
        hints.on(
                ClusterEvent.ASSIGNED_POD,
                ClusterEvent.DELETE,
                (pod, change) ->
                        change.before().filter(gone -> needsTicket((Pod) gone)).isPresent());
        hints.on("ticketpools.v1.example.com", ClusterEvent.ADD | ClusterEvent.UPDATE);
    }

    @Override
    public void podPlaced(Pod pod, String node) {
        if (needsTicket(pod)) {
            used.merge(node, 1, Integer::sum);
        }
    }

    @Override
    public void podRemoved(Pod pod, String node) {
        if (needsTicket(pod)) {
            used.merge(node, -1, Integer::sum);
        }
    }

    @Override
    public void forgetAll() {
        used.clear();
    }
}
