package com.example.elasticquota;

import dev.berth.model.CustomObject;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.Diagnosis;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.Nomination;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PostFilter;
import dev.berth.spi.PostFilterVerdict;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.Preemption;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.QueueingHints.QueueingHint;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectCode;
import dev.berth.spi.StateKey;
import dev.berth.spi.StateObserver;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// Lets namespaces share capacity: each namespace can borrow what others do not use, and gets its
/// guaranteed capacity back by evicting the pods of borrowers.
///
/// An ElasticQuota defines `min`, the guaranteed capacity of its namespace, and `max`, the limit.
/// The usage is an index of the state observer, so it contains assumed pods and survives a restart.
public final class ElasticQuota implements Filter, PostFilter, EnqueueExtensions, StateObserver {
    static final String NAME = "ElasticQuota";

    private static final StateKey<Shared> SHARED = StateKey.of("ElasticQuota", Shared.class);

    /// What the plugins of all profiles share, and what survives a reload of the configuration.
    private static final class Shared {
        private final Map<String, Pod> nominated = new LinkedHashMap<>();
        private final Map<String, Json.Obj> written = new HashMap<>();
    }

    private final Args args;
    private final PluginContext context;
    private final Quotas quotas = new Quotas();
    private final UsedStatus status;
    private final Evictions evictions;

    /// The pods for which this plugin has evicted others, until they have a node.
    private final Map<String, Pod> nominated;

    ElasticQuota(Args args, PluginContext context) {
        this.args = args;
        this.context = context;
        Shared shared = context.shared(SHARED, Shared::new);
        this.nominated = shared.nominated;
        this.status = new UsedStatus(context, quotas, shared.written);
        this.evictions = new Evictions(NAME, context);
    }

    @Override
    public Set<Kind> reads() {
        return Set.of(Quota.KIND, Kind.DISRUPTION_BUDGET);
    }

    @Override
    public PreFilterResult filterFor(PodCycle cycle) {
        if (args.updateStatus() && !cycle.dryRun()) {
            status.schedules();
        }
        context.objects().require(Quota.KIND);
        Optional<QuotaFilter> filter = filterFor(cycle.pod());
        if (filter.isEmpty()) {
            return PreFilterResult.SKIP;
        }
        return filter.get().verdict() instanceof Reject why
                ? PreFilterResult.rejectPod(why, filter.get())
                : PreFilterResult.of(filter.get());
    }

    /// The filter for a pod; empty if its namespace has no quota.
    private Optional<QuotaFilter> filterFor(Pod pod) {
        return quotas.of(pod.namespace())
                .map(quota -> {
                    var changes = new HashMap<String, Amounts>();
                    var counted = new HashSet<String>();
                    for (Pod other : nominatedBefore(pod)) {
                        counted.add(other.uid());
                        changes.merge(other.namespace(), Amounts.of(other), Amounts::plus);
                    }
                    return new QuotaFilter(quotas, quota, Amounts.of(pod), changes, counted);
                });
    }

    /// The nominated pods for which capacity is reserved: those of the same namespace that are as
    /// important, and those of other namespaces within their `min`.
    private List<Pod> nominatedBefore(Pod pod) {
        nominated.keySet().removeIf(uid -> context.pod(uid).filter(it -> !it.assigned()).isEmpty());
        return nominated.values().stream()
                .filter(other -> !other.uid().equals(pod.uid()))
                .filter(other ->
                        other.namespace().equals(pod.namespace())
                                ? other.spec().priority() >= pod.spec().priority()
                                : withinMin(other.namespace()))
                .toList();
    }

    private boolean withinMin(String namespace) {
        return quotas.of(namespace)
                .filter(quota -> !quotas.borrows(quota, quotas.used(namespace)))
                .isPresent();
    }

    @Override
    public PostFilterVerdict postFilter(PodCycle cycle, Diagnosis diagnosis) {
        Pod pod = cycle.pod();
        if (pod.spec().preemptionPolicy().equals("Never")) {
            return failure("not eligible due to preemptionPolicy=Never", Nomination.KEEP);
        }
        Reclaim reclaim = reclaim(cycle);
        if (waitsForVictims(cycle, reclaim)) {
            return failure(
                    "not eligible due to a terminating pod on the nominated node", Nomination.KEEP);
        }
        NodeSet rows = nodesWhereEvictionsMightHelp(cycle.nodes(), diagnosis);
        var candidates = new ArrayList<Reclaim.Candidate>();
        for (int row = rows.next(0); row >= 0; row = rows.next(row + 1)) {
            reclaim.on(cycle.nodes().view(row)).ifPresent(candidates::add);
        }
        if (candidates.isEmpty()) {
            nominated.remove(pod.uid());
            return failure(
                    "no pods to evict on %d node(s)".formatted(rows.size()), Nomination.CLEAR);
        }
        candidates.sort(Reclaim.BEST_FIRST);
        Reclaim.Candidate best = candidates.getFirst();
        if (!cycle.dryRun()) {
            nominated.put(pod.uid(), pod);
            evictions.begin(pod, best.node(), best.pods());
        }
        return new PostFilterVerdict.Success(
                new Nomination.Nominate(best.node()),
                Optional.of(
                        new Preemption(
                                rows.size(),
                                candidates.size(),
                                (cycle.dryRun() ? candidates : List.of(best))
                                        .stream().map(Reclaim.Candidate::toRecord).toList(),
                                List.of(best.node()),
                                "")),
                "ElasticQuota: evicting %d pod(s) from node %s"
                        .formatted(best.pods().size(), best.node()));
    }

    private Reclaim reclaim(PodCycle cycle) {
        Pod pod = cycle.pod();
        Amounts wanted = Amounts.of(pod);
        for (Pod other : nominatedBefore(pod)) {
            if (other.namespace().equals(pod.namespace())) {
                wanted = wanted.plus(Amounts.of(other));
            }
        }
        Amounts usage = quotas.used(pod.namespace()).plus(wanted);
        boolean borrows =
                quotas.of(pod.namespace())
                        .filter(quota -> quotas.borrows(quota, usage))
                        .isPresent();
        return new Reclaim(
                context, cycle, quotas, borrows, context.objects().list(Kind.DISRUPTION_BUDGET));
    }

    /// Whether victims of an earlier preemption still have to leave the nominated node.
    private boolean waitsForVictims(PodCycle cycle, Reclaim reclaim) {
        OptionalInt row = cycle.nodes().row(cycle.nominatedNodeName());
        if (row.isEmpty()) {
            return false;
        }
        NodeView node = cycle.nodes().view(row.getAsInt());
        return node.pods().stream()
                .anyMatch(pod ->
                        pod.terminating() && reclaim.canEvict(pod, quotas.used(pod.namespace())));
    }

    private static NodeSet nodesWhereEvictionsMightHelp(Nodes nodes, Diagnosis diagnosis) {
        var rows = new MutableNodeSet(nodes.rows());
        if (diagnosis.others().code() == RejectCode.UNSCHEDULABLE) {
            rows.setTo(nodes.all());
            diagnosis.groups().forEach(group -> rows.removeAll(group.rows()));
        }
        for (Diagnosis.Group group : diagnosis.groups()) {
            if (group.why().code() == RejectCode.UNSCHEDULABLE) {
                rows.addAll(group.rows());
            }
        }
        return rows;
    }

    private static PostFilterVerdict failure(String why, Nomination nomination) {
        return new PostFilterVerdict.Failure(
                Reject.unschedulable("ElasticQuota: " + why), nomination);
    }

    /// Requeues a pod when the quotas allow it. The index contains the change already.
    @Override
    public void eventsToRegister(QueueingHints hints) {
        QueueingHint nowAllowed =
                (pod, change) ->
                        filterFor(pod).filter(it -> it.verdict() instanceof Reject).isEmpty();
        hints.on("elasticquotas.v1alpha1.scheduling.x-k8s.io", ClusterEvent.ALL, nowAllowed);
        hints.on(
                ClusterEvent.ASSIGNED_POD,
                ClusterEvent.DELETE | ClusterEvent.UPDATE_POD_SCALE_DOWN,
                nowAllowed);
        hints.on(ClusterEvent.TARGET_POD, ClusterEvent.UPDATE_POD_SCALE_DOWN, nowAllowed);
    }

    @Override
    public void objectChanged(Optional<KubeObject> before, Optional<KubeObject> after) {
        KubeObject object = after.or(() -> before).orElseThrow();
        if (object instanceof CustomObject quota && quota.kind().equals(Quota.KIND)) {
            if (after.isPresent()) {
                quotas.put(quota);
            } else {
                quotas.remove(quota);
                status.deleted(quota.meta().uid());
            }
            status.changed(quota.meta().namespace());
        }
    }

    @Override
    public void podPlaced(Pod pod, String node) {
        quotas.charge(pod);
        status.changed(pod.namespace());
    }

    @Override
    public void podRemoved(Pod pod, String node) {
        quotas.release(pod);
        status.changed(pod.namespace());
    }

    @Override
    public void forgetAll() {
        quotas.clear();
    }

    /// The arguments of the plugin.
    ///
    /// @param updateStatus whether the plugin writes `status.used` of the quotas
    public record Args(boolean updateStatus) {}

    /// Creates the plugin from its arguments.
    public static final class Provider implements PluginProvider<Args> {
        @Override
        public String name() {
            return NAME;
        }

        @Override
        public Args defaults() {
            return new Args(true);
        }

        @Override
        public Plugin create(Args args, PluginContext context) {
            return new ElasticQuota(args, context);
        }
    }
}
