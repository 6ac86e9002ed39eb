package dev.berth.devices;

import dev.berth.devices.allocation.AllocatorFeatures;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;
import dev.berth.spi.Diagnosis;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.Gates;
import dev.berth.spi.NodeDevices;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nomination;
import dev.berth.spi.NotListedException;
import dev.berth.spi.Placement;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PostFilter;
import dev.berth.spi.PostFilterVerdict;
import dev.berth.spi.PreBind;
import dev.berth.spi.PreEnqueue;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.PreFlight;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.Problems;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.RejectionExplainer;
import dev.berth.spi.Reserve;
import dev.berth.spi.Score;
import dev.berth.spi.StateKey;
import dev.berth.spi.StateObserver;
import dev.berth.spi.Verdict;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Allocates the devices that pods claim (kube-scheduler: `DynamicResources`).
///
/// [ClaimPreparation] reads the claims of the pod, [ClaimFilter] allocates devices on each node,
/// and [ClaimBinding] writes the allocation before the pod is bound. [SharedDevices] keeps what all
/// profiles share.
public final class DynamicResources
        implements PreEnqueue,
                Filter,
                PostFilter,
                Score,
                Reserve,
                PreBind,
                EnqueueExtensions,
                StateObserver,
                RejectionExplainer {
    private static final PostFilterVerdict NOTHING_TO_DO =
            new PostFilterVerdict.Failure(Reject.unschedulable(), Nomination.KEEP);
    private static final PostFilterVerdict NOT_FOUND = new PostFilterVerdict.Aborted("not found");

    private static final StateKey<CycleClaims> CLAIMS =
            StateKey.of("DynamicResources claims", CycleClaims.class);
    private static final StateKey<ClaimFilter> FILTER =
            StateKey.of("DynamicResources filter", ClaimFilter.class);
    private static final StateKey<ReservedClaims> RESERVED =
            StateKey.of("DynamicResources reserved", ReservedClaims.class);
    private static final StateKey<SharedDevices> DEVICES =
            StateKey.of("DynamicResources devices", SharedDevices.class);

    /// The gates of features that the allocator does not have.
    private static final List<String> UNSUPPORTED_GATES =
            List.of(
                    "DRACompatibilityGroups",
                    "DRADerivedAttributes",
                    "DRADeviceCompatibilityGroups",
                    "DRAListTypeAttributes",
                    "DRANodeAllocatableResources",
                    "DRAOptionalNodeOperations",
                    "DRAWorkloadResourceClaims");

    /// Expected, so it has no stack trace.
    private static final class NotFound extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        NotFound() {
            super("not found");
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    private final PluginContext context;
    private final AllocatorFeatures features;
    private final ClaimFilter.Settings settings;
    private final SharedDevices devices;
    private final Set<Kind> kinds;
    private final Optional<Reject> unsupported;
    private final ClaimBinding binding;
    private final Runnable withdrawCounts;

    DynamicResources(ResourcesArgs args, PluginContext context) {
        this.context = context;
        this.features = AllocatorFeatures.of(context.gates());
        this.settings =
                new ClaimFilter.Settings(
                        features.bindingConditions(),
                        args.filterTimeout().orElse(Duration.ZERO),
                        args.bindingTimeout().orElse(Duration.ZERO),
                        context::nowNanos);
        this.devices =
                context.shared(
                        DEVICES, () -> new SharedDevices(features, new ExpressionSelectors()));
        if (context.gates().on("DRAExtendedResource")) {
            NodeDevices counts = context.shared(NodeDevices.KEY, NodeDevices::new);
            NodeDevices.Source source = devices.counts();
            counts.countBy(source);
            this.withdrawCounts = () -> counts.withdraw(source);
        } else {
            this.withdrawCounts = () -> {};
        }
        this.kinds = kinds(context.gates());
        this.unsupported = unsupported(context.gates());
        this.binding = new ClaimBinding(context, devices, settings);
        devices.opened(context);
    }

    private static Set<Kind> kinds(Gates gates) {
        var kinds = new java.util.HashSet<Kind>();
        kinds.add(Kind.RESOURCE_CLAIM);
        kinds.add(Kind.RESOURCE_SLICE);
        kinds.add(Kind.DEVICE_CLASS);
        if (gates.on("DRADeviceTaints") && gates.on("DRADeviceTaintRules")) {
            kinds.add(Kind.DEVICE_TAINT_RULE);
        }
        return Set.copyOf(kinds);
    }

    private static Optional<Reject> unsupported(Gates gates) {
        var on = new TreeSet<String>();
        UNSUPPORTED_GATES.stream().filter(gates::on).forEach(on::add);
        return on.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        Reject.unresolvable(
                                "devices cannot be allocated with the feature gate " + on.first()));
    }

    @Override
    public void close() {
        withdrawCounts.run();
        devices.closed(context);
    }

    /// The number of claims whose allocation is not written yet, of all profiles. On the scheduling
    /// thread only.
    public int pendingAllocations() {
        return devices.pendingAllocations();
    }

    @Override
    public Set<Kind> reads() {
        return kinds;
    }

    @Override
    public void nodeChanged(Optional<Node> before, Optional<Node> after) {
        Node either = after.or(() -> before).orElseThrow();
        devices.slices().nodeChanged(either.name());
        if (after.isEmpty()) {
            devices.slices().forgetNode(either.name());
        }
    }

    @Override
    public void objectChanged(Optional<KubeObject> before, Optional<KubeObject> after) {
        devices.objectChanged(before, after);
    }

    @Override
    public void assumedObjectChanged(Optional<KubeObject> before, Optional<KubeObject> after) {
        devices.claimChanged(before, after);
    }

    @Override
    public void forgetAll() {
        devices.forgetObjects();
    }

    @Override
    public Verdict preEnqueue(Pod pod) {
        if (pod.template().parts().claims().isEmpty()) {
            return Verdict.PASS;
        }
        try {
            String problem = PodClaims.of(pod, context.objects()).problem();
            return problem.isEmpty() ? Verdict.PASS : Reject.unresolvable(problem);
        } catch (NotListedException early) {
            // No event follows when the claims are listed, so the attempt fails and is retried.
            return Verdict.PASS;
        }
    }

    @Override
    public PreFilterResult filterFor(PodCycle cycle) {
        Pod pod = cycle.pod();
        cycle.put(CLAIMS, CycleClaims.none());
        boolean named = !pod.template().parts().claims().isEmpty();
        if (!named && !mayUseExtendedResources(pod)) {
            return PreFilterResult.SKIP;
        }
        kinds.forEach(context.objects()::require);
        ClaimPreparation.Prepared prepared =
                new ClaimPreparation(
                                features,
                                devices,
                                context.objects(),
                                context.gates().on("DRAPrioritizedList"),
                                settings)
                        .prepare(pod, context.gates().on("DRAExtendedResource"));
        if (prepared.rejection().isPresent()) {
            rejected(cycle);
            return PreFilterResult.rejectPod(prepared.rejection().get());
        }
        CycleClaims claims = prepared.claims();
        if (claims.isEmpty()) {
            return PreFilterResult.SKIP;
        }
        if (unsupported.isPresent()) {
            return PreFilterResult.rejectPod(unsupported.get());
        }
        cycle.put(CLAIMS, claims);
        var filter = new ClaimFilter(pod, claims, devices, settings, cycle.nodes());
        cycle.put(FILTER, filter);
        return PreFilterResult.of(filter);
    }

    private boolean mayUseExtendedResources(Pod pod) {
        return !devices.extendedResources().isEmpty()
                && pod.template().requests().fit().scalars() > 0;
    }

    @Override
    public PreFilterResult filterWithoutPreFilter(PodCycle cycle) {
        throw new NotFound();
    }

    // Parity: if an earlier plugin rejected the pod in PreFilter, there is no state to read, so
    // PostFilter returns an error, and preemption does not run.
    @Override
    public PostFilterVerdict postFilter(PodCycle cycle, Diagnosis diagnosis) {
        Optional<CycleClaims> claims = cycle.get(CLAIMS);
        if (claims.isEmpty()) {
            return NOT_FOUND;
        }
        if (!claims.get().isEmpty()) {
            rejected(cycle);
        }
        return binding.deallocate(cycle, claims.get(), diagnosis).orElse(NOTHING_TO_DO);
    }

    private void rejected(PodCycle cycle) {
        if (!cycle.dryRun()) {
            devices.rejected(cycle.pod().key());
        }
    }

    @Override
    public boolean hasPreScore() {
        return false;
    }

    @Override
    public PreScoreResult scorerFor(PodCycle cycle, NodeSet feasible) {
        CycleClaims claims = cycle.get(CLAIMS).orElseThrow(NotFound::new);
        return PreScoreResult.of(
                claims.isEmpty() || !context.gates().on("DRAPrioritizedList")
                        ? NodeScorer.zero()
                        : PriorityScorer.of(claims, cycle.get(FILTER).orElseThrow()));
    }

    @Override
    public Verdict reserve(PodCycle cycle, NodeView node) {
        CycleClaims claims = cycle.get(CLAIMS).orElseThrow(NotFound::new);
        cycle.put(RESERVED, binding.reserve(reservation(cycle, claims, node)));
        return Verdict.PASS;
    }

    @Override
    public Map<String, Json.Obj> describeClaims(PodCycle cycle, NodeView node) {
        CycleClaims claims = cycle.get(CLAIMS).orElseGet(CycleClaims::none);
        return ClaimReservation.describe(reservation(cycle, claims, node));
    }

    @Override
    public List<String> describeReservation(PodCycle cycle, NodeView node) {
        CycleClaims claims = cycle.get(CLAIMS).orElseGet(CycleClaims::none);
        return ClaimReservation.text(reservation(cycle, claims, node));
    }

    private static ReservedClaims reservation(PodCycle cycle, CycleClaims claims, NodeView node) {
        return claims.isEmpty()
                ? ReservedClaims.NONE
                : ClaimReservation.of(claims, cycle.get(FILTER).orElseThrow().allocation(node));
    }

    @Override
    public void unreserve(Placement placement) {
        placement.get(RESERVED).ifPresent(reserved -> binding.unreserve(placement, reserved));
    }

    @Override
    public PreFlight preFlight(Placement placement) {
        return placement.get(RESERVED).orElse(ReservedClaims.NONE).isEmpty()
                ? PreFlight.SKIP
                : PreFlight.NEEDED_IN_PARALLEL;
    }

    @Override
    public Verdict preBind(Placement placement) throws InterruptedException {
        binding.bind(placement, placement.get(RESERVED).orElseThrow());
        return Verdict.PASS;
    }

    @Override
    public RejectionDetails explainPod(PodCycle cycle, Reject why) {
        return DeviceExplanation.of(cycle.pod(), why);
    }

    @Override
    public RejectionDetails explainNode(PodCycle cycle, Reject why, NodeView node) {
        return DeviceExplanation.of(
                cycle.pod(), why, cycle.get(CLAIMS).orElseGet(CycleClaims::none), node.node());
    }

    @Override
    public void eventsToRegister(QueueingHints hints) {
        new DynamicResourcesHints(context::objects, kinds.contains(Kind.DEVICE_TAINT_RULE))
                .register(hints);
    }

    /// Creates the plugin from its arguments.
    public static final class Provider implements PluginProvider<ResourcesArgs> {
        @Override
        public String name() {
            return "DynamicResources";
        }

        @Override
        public ResourcesArgs defaults() {
            return ResourcesArgs.DEFAULT;
        }

        @Override
        public ResourcesArgs defaults(Gates on) {
            return ResourcesArgs.defaults(on);
        }

        @Override
        public void check(ResourcesArgs args, Gates on, Problems out) {
            args.check(on, out);
        }

        @Override
        public Plugin create(ResourcesArgs args, PluginContext context) {
            return new DynamicResources(args, context);
        }
    }
}
