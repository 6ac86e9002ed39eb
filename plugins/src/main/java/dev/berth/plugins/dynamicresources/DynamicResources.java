package dev.berth.plugins.dynamicresources;

import dev.berth.model.Pod;
import dev.berth.model.PodClaim;
import dev.berth.spi.Diagnosis;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.Gates;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nomination;
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
import dev.berth.spi.RejectionFact;
import dev.berth.spi.Reserve;
import dev.berth.spi.Score;
import dev.berth.spi.Verdict;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// A placeholder for the plugin that allocates devices (kube-scheduler: `DynamicResources`). Pods
/// without ResourceClaims pass as in kube-scheduler. Pods with claims are rejected, because Berth
/// does not allocate devices yet.
public final class DynamicResources
        implements PreEnqueue,
                Filter,
                PostFilter,
                Score,
                Reserve,
                PreBind,
                EnqueueExtensions,
                RejectionExplainer {
    static final PostFilterVerdict NOTHING_TO_DO =
            new PostFilterVerdict.Failure(Reject.unschedulable(), Nomination.KEEP);

    static final PostFilterVerdict NOT_FOUND = new PostFilterVerdict.Aborted("not found");

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

    /// The cycle of the last call of [#filterFor].
    private @Nullable PodCycle filteredCycle;

    @Override
    public Verdict preEnqueue(Pod pod) {
        return Verdict.PASS;
    }

    @Override
    public PreFilterResult filterFor(PodCycle cycle) {
        filteredCycle = cycle;
        List<PodClaim> claims = cycle.pod().template().parts().claims();
        return claims.isEmpty()
                ? PreFilterResult.SKIP
                : PreFilterResult.rejectPod(
                        Reject.unresolvable(
                                "pod uses resource claim \"%s\", which this version cannot schedule"
                                        .formatted(claims.getFirst().name())));
    }

    @Override
    public PreFilterResult filterWithoutPreFilter(PodCycle cycle) {
        throw new NotFound();
    }

    // Parity: if an earlier plugin rejected the pod in PreFilter, there is no state to read, so
    // PostFilter returns an error, and preemption does not run.
    @Override
    public PostFilterVerdict postFilter(PodCycle cycle, Diagnosis diagnosis) {
        return cycle.equals(filteredCycle) ? NOTHING_TO_DO : NOT_FOUND;
    }

    @Override
    public boolean hasPreScore() {
        return false;
    }

    @Override
    public PreScoreResult scorerFor(PodCycle cycle, NodeSet feasible) {
        if (!cycle.equals(filteredCycle)) {
            throw new NotFound();
        }
        return PreScoreResult.of(NodeScorer.zero());
    }

    @Override
    public Verdict reserve(PodCycle cycle, NodeView node) {
        return Verdict.PASS;
    }

    @Override
    public void unreserve(Placement placement) {}

    @Override
    public PreFlight preFlight(Placement placement) {
        return PreFlight.SKIP;
    }

    @Override
    public Verdict preBind(Placement placement) {
        return Verdict.PASS;
    }

    @Override
    public RejectionDetails explainPod(PodCycle cycle, Reject why) {
        return RejectionDetails.of(
                "schedule this pod with kube-scheduler: this version of Berth does not allocate"
                        + " devices",
                cycle.pod().template().parts().claims().stream()
                        .map(claim -> RejectionFact.ofPod("resource-claim", claim.name()))
                        .toList());
    }

    /// No event helps a pod that is rejected because of its claims.
    @Override
    public void eventsToRegister(QueueingHints hints) {}

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
            return new DynamicResources();
        }
    }
}
