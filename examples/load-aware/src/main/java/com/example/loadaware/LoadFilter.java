package com.example.loadaware;

import dev.berth.model.Pod;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeView;
import dev.berth.spi.PodChange;
import dev.berth.spi.Reject;
import dev.berth.spi.Resource;
import dev.berth.spi.Verdict;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Rejects the nodes whose load would exceed a limit.
///
/// The eviction of other pods does not help at once, because their load remains in the measurement.
/// Therefore, the rejections are unresolvable.
final class LoadFilter implements NodeFilter {
    static final Reject CPU = Reject.unresolvable("node(s) had a CPU load above the limit");
    static final Reject MEMORY = Reject.unresolvable("node(s) had a memory load above the limit");
    static final Reject STALE = Reject.unresolvable("node(s) had no current load measurement");

    private final LoadAware.Args args;
    private final Loads loads;
    private final Usage pod;
    private final Instant now;

    /// The estimates of nominated pods by node.
    private final Map<String, Usage> added;

    private final Consumer<String> rejected;

    /// @param pod the estimated usage of the pod to schedule
    /// @param rejected receives the name of each node that is rejected because of its measurement
    LoadFilter(
            LoadAware.Args args,
            Loads loads,
            Usage pod,
            Instant now,
            Map<String, Usage> added,
            Consumer<String> rejected) {
        this.args = args;
        this.loads = loads;
        this.pod = pod;
        this.now = now;
        this.added = Map.copyOf(added);
        this.rejected = rejected;
    }

    @Override
    public Verdict test(NodeView node) {
        Optional<NodeLoad> load = loads.current(node.name(), now);
        if (load.isEmpty()) {
            return args.rejectStaleNodes() ? STALE : Verdict.PASS;
        }
        Usage sum =
                loads.of(node.name(), load.get())
                        .plus(pod)
                        .plus(added.getOrDefault(node.name(), Usage.NONE));
        Percent limit = args.limit();
        if (exceeds(sum.cpuMillis(), node.allocatable(Resource.CPU), limit.cpu())) {
            rejected.accept(node.name());
            return CPU;
        }
        if (exceeds(sum.memoryBytes(), node.allocatable(Resource.MEMORY), limit.memory())) {
            rejected.accept(node.name());
            return MEMORY;
        }
        return Verdict.PASS;
    }

    private static boolean exceeds(long used, long allocatable, long percent) {
        return percent > 0 && allocatable > 0 && used > allocatable / 100.0 * percent;
    }

    /// A nominated pod counts with its estimate. A removed pod changes nothing.
    @Override
    public NodeFilter after(PodChange change) {
        if (!change.added()) {
            return this;
        }
        Pod other = change.pod();
        var more = new HashMap<>(added);
        more.merge(change.node().name(), Usage.estimate(other, args.estimate()), Usage::plus);
        return new LoadFilter(args, loads, pod, now, more, rejected);
    }
}
