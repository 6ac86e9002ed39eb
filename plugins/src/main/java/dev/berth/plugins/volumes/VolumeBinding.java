package dev.berth.plugins.volumes;

import dev.berth.model.ClaimReference;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Labels;
import dev.berth.model.Node;
import dev.berth.model.PersistentVolume;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.Pod;
import dev.berth.plugins.noderesources.ScoringStrategy.ShapePoint;
import dev.berth.plugins.volumes.PodVolumes.Match;
import dev.berth.plugins.volumes.Provisioning.Provision;
import dev.berth.spi.Assumption;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.Gates;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.Placement;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreBind;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.PreFlight;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.Problems;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.RejectionExplainer;
import dev.berth.spi.Rejections;
import dev.berth.spi.Reserve;
import dev.berth.spi.Score;
import dev.berth.spi.StateKey;
import dev.berth.spi.StateObserver;
import dev.berth.spi.Verdict;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Finds volumes for the claims of a pod, reserves them on the selected node, and binds them before
/// the pod is bound (kube-scheduler: `VolumeBinding`).
///
/// The node and the volumes are selected together. [BulkVolumeFinder] evaluates all nodes at once.
/// For the selected node, [VolumeFinder] determines the volumes, which are then assumed, so that
/// the next pod does not use them. [VolumeWrites] sends the writes before the pod is bound.
public final class VolumeBinding
        implements Filter,
                Score,
                Reserve,
                PreBind,
                EnqueueExtensions,
                StateObserver,
                RejectionExplainer {
    private static final StateKey<VolumesFound> FOUND =
            StateKey.of("VolumeBinding claims", VolumesFound.class);
    private static final StateKey<ReservedVolumes> RESERVED =
            StateKey.of("VolumeBinding reserved", ReservedVolumes.class);

    private static final PreScoreResult ZERO = PreScoreResult.of(NodeScorer.zero());

    private static final Set<Kind> KINDS =
            Set.of(
                    Kind.PERSISTENT_VOLUME,
                    Kind.PERSISTENT_VOLUME_CLAIM,
                    Kind.STORAGE_CLASS,
                    Kind.CSI_NODE,
                    Kind.CSI_DRIVER,
                    Kind.CSI_STORAGE_CAPACITY);

    private final PluginContext context;
    private final List<ShapePoint> shape;
    private final boolean scores;
    private final VolumeTopologyIndex reach = new VolumeTopologyIndex();
    private final VolumesByClass volumesByClass = new VolumesByClass(reach);
    private final Provisioning provisioning;
    private final VolumeFinder finder;
    private final VolumeWrites writes;
    private final VolumesFound nothingToFind = new VolumesFound(ClassifiedClaims.NONE);

    VolumeBinding(VolumeBindingArgs args, PluginContext context) {
        this.context = context;
        this.shape = args.shape();
        this.scores = context.gates().on(VolumeBindingArgs.CAPACITY_SCORING);
        this.provisioning = new Provisioning(context::objects, reach);
        this.finder = new VolumeFinder(context::objects, reach, volumesByClass, provisioning);
        this.writes = new VolumeWrites(context, Duration.ofSeconds(args.bindTimeoutSeconds()));
    }

    @Override
    public Set<Kind> reads() {
        return KINDS;
    }

    @Override
    public void nodeChanged(Optional<Node> before, Optional<Node> after) {
        reach.nodeChanged(before, after);
    }

    @Override
    public void objectChanged(Optional<KubeObject> before, Optional<KubeObject> after) {
        reach.objectChanged(before, after);
        provisioning.objectChanged(before, after);
    }

    @Override
    public void assumedObjectChanged(Optional<KubeObject> before, Optional<KubeObject> after) {
        volumesByClass.changed(before, after);
    }

    @Override
    public void forgetAll() {
        reach.forgetAll();
        volumesByClass.forgetAll();
        provisioning.forgetAll();
    }

    @Override
    public PreFilterResult filterFor(PodCycle cycle) {
        Pod pod = cycle.pod();
        cycle.put(FOUND, nothingToFind);
        if (!PodVolumeClaims.used(pod)) {
            return PreFilterResult.SKIP;
        }
        KINDS.forEach(context.objects()::require);
        Optional<Reject> rejection = ClassifiedClaims.rejection(pod, context.objects());
        if (rejection.isPresent()) {
            return PreFilterResult.rejectPod(rejection.get());
        }
        Optional<ClassifiedClaims> claims = ClassifiedClaims.of(pod, context.objects());
        if (claims.isEmpty()) {
            return PreFilterResult.rejectPod(
                    Reject.unresolvable("pod has unbound immediate PersistentVolumeClaims"));
        }
        var found = new VolumesFound(claims.get());
        cycle.put(FOUND, found);
        return PreFilterResult.of(found);
    }

    @Override
    public PreFilterResult filterWithoutPreFilter(PodCycle cycle) {
        throw notFound();
    }

    private static IllegalStateException notFound() {
        return new IllegalStateException("not found");
    }

    private final class VolumesFound implements NodeFilter {
        private final ClassifiedClaims claims;
        private boolean evaluated;
        private @Nullable BulkVolumeFinder bulk;

        VolumesFound(ClassifiedClaims claims) {
            this.claims = claims;
        }

        @Override
        public Verdict test(NodeView node) {
            evaluated = true;
            return finder.find(claims, node).verdict();
        }

        @Override
        public void testAll(Nodes nodes, NodeSet candidates, Rejections out) {
            evaluated = true;
            var evaluation =
                    new BulkVolumeFinder(
                            finder, reach, volumesByClass, provisioning, nodes, candidates);
            evaluation.evaluate(claims, out);
            // A record of all nodes evaluates the rejected ones again.
            if (bulk == null || evaluation.covers(bulk)) {
                bulk = evaluation;
            }
        }

        /// The volumes on the selected node.
        PodVolumes on(NodeView node) {
            return bulk != null && bulk.evaluated(node.row())
                    ? bulk.on(node.row())
                    : finder.find(claims, node);
        }
    }

    @Override
    public PreScoreResult scorerFor(PodCycle cycle, NodeSet feasible) {
        return scores ? scorerWithoutPreScore(cycle, feasible) : PreScoreResult.SKIP;
    }

    @Override
    public PreScoreResult scorerWithoutPreScore(PodCycle cycle, NodeSet feasible) {
        if (!scores) {
            return ZERO;
        }
        VolumesFound found = cycle.get(FOUND).orElseThrow(VolumeBinding::notFound);
        // Parity: Score reads the volumes that Filter found, so it scores 0 if Filter is disabled.
        // Bound claims do not count.
        return found.evaluated && !found.claims.delayed().isEmpty()
                ? PreScoreResult.of(
                        new CapacityScorer(finder, found.claims, shape, found.bulk)
                                .simplified(feasible))
                : ZERO;
    }

    @Override
    public Verdict reserve(PodCycle cycle, NodeView node) {
        VolumesFound found = cycle.get(FOUND).orElseThrow(VolumeBinding::notFound);
        // Parity: if Filter did not look for volumes, none are reserved.
        if (found.evaluated) {
            cycle.put(RESERVED, reserved(cycle.pod(), found.on(node), node));
        }
        return Verdict.PASS;
    }

    @Override
    public List<String> describeReservation(PodCycle cycle, NodeView node) {
        Optional<VolumesFound> known = cycle.get(FOUND);
        if (known.isEmpty() || known.get().claims.delayed().isEmpty()) {
            return List.of();
        }
        PodVolumes found = known.get().on(node);
        var volumes = new ArrayList<String>();
        for (Match match : found.matches()) {
            volumes.add(
                    "claim %s gets volume %s of %s"
                            .formatted(
                                    match.claim().name(),
                                    match.volume().name(),
                                    match.volume().capacity()));
        }
        for (Provision provision : found.provisions()) {
            volumes.add(
                    "claim %s gets a new volume of class %s"
                            .formatted(provision.claim().name(), provision.claim().storageClass()));
        }
        return volumes;
    }

    private ReservedVolumes reserved(Pod pod, PodVolumes found, NodeView node) {
        if (ClassifiedClaims.allBound(pod, context.objects())) {
            return ReservedVolumes.NOTHING;
        }
        var assumed = new ArrayList<KubeObject>();
        // As in kube-scheduler, a claim that two volumes use is matched twice, and gets one volume.
        var served = new HashSet<String>();
        try {
            return new ReservedVolumes(
                    false,
                    found.matches().stream()
                            .filter(match -> served.add(match.claim().key()))
                            .map(match -> assume(match, assumed))
                            .toList(),
                    found.provisions().stream()
                            .filter(provision -> served.add(provision.claim().key()))
                            .map(provision -> assume(provision, node.name(), assumed))
                            .toList());
        } catch (RuntimeException failed) {
            assumed.forEach(context.objects()::restore);
            throw failed;
        }
    }

    private ReservedVolumes.Binding assume(Match match, List<KubeObject> assumed) {
        PersistentVolume volume = match.volume();
        boolean kept = volume.claim().isPresent();
        var reference = ClaimReference.to(match.claim());
        Labels annotations = volume.meta().annotations();
        PersistentVolume claimed =
                volume.claimedBy(
                        reference,
                        kept || annotations.has(PersistentVolume.BOUND_BY_CONTROLLER)
                                ? annotations
                                : annotations.with(PersistentVolume.BOUND_BY_CONTROLLER, "yes"));
        var binding = new ReservedVolumes.Binding(match.claim(), volume, claimed);
        if (binding.changes()) {
            context.objects().assume(claimed, Assumption.OF_THIS_VERSION);
            assumed.add(claimed);
        }
        return binding;
    }

    private PersistentVolumeClaim assume(
            Provision provision, String node, List<KubeObject> assumed) {
        PersistentVolumeClaim claim = provision.claim();
        PersistentVolumeClaim selected =
                claim.withAnnotations(
                        claim.meta().annotations().with(PersistentVolumeClaim.SELECTED_NODE, node));
        context.objects().assume(selected, Assumption.OF_THIS_VERSION);
        assumed.add(selected);
        return selected;
    }

    @Override
    public void unreserve(Placement placement) {
        placement
                .get(RESERVED)
                .ifPresent(reserved -> {
                    reserved.bindings()
                            .forEach(binding -> context.objects().restore(binding.assumed()));
                    reserved.provisions().forEach(context.objects()::restore);
                });
    }

    @Override
    public PreFlight preFlight(Placement placement) {
        return placement.get(RESERVED).orElse(ReservedVolumes.NOTHING).allBound()
                ? PreFlight.SKIP
                : PreFlight.NEEDED_IN_PARALLEL;
    }

    @Override
    public Verdict preBind(Placement placement) throws InterruptedException {
        writes.bind(placement, placement.get(RESERVED).orElseThrow());
        return Verdict.PASS;
    }

    @Override
    public RejectionDetails explainPod(PodCycle cycle, Reject why) {
        return new ClaimExplanation(cycle.pod(), context.objects()).ofPod().details();
    }

    @Override
    public RejectionDetails explainNode(PodCycle cycle, Reject why, NodeView node) {
        ClassifiedClaims claims = cycle.get(FOUND).orElse(nothingToFind).claims;
        Set<String> matched =
                finder.find(claims, node).matches().stream()
                        .map(match -> match.claim().key())
                        .collect(Collectors.toSet());
        return new ClaimExplanation(cycle.pod(), context.objects())
                .onNode(claims, node, reach, provisioning, matched)
                .details();
    }

    @Override
    public void eventsToRegister(QueueingHints hints) {
        VolumeBindingHints.register(hints);
    }

    /// Creates the plugin from its arguments.
    public static final class Provider implements PluginProvider<VolumeBindingArgs> {
        @Override
        public String name() {
            return "VolumeBinding";
        }

        @Override
        public VolumeBindingArgs defaults() {
            return VolumeBindingArgs.DEFAULT;
        }

        @Override
        public VolumeBindingArgs defaults(Gates on) {
            return VolumeBindingArgs.defaults(on);
        }

        @Override
        public void check(VolumeBindingArgs args, Gates on, Problems out) {
            args.check(on, out);
        }

        @Override
        public Plugin create(VolumeBindingArgs args, PluginContext context) {
            return new VolumeBinding(args, context);
        }
    }
}
