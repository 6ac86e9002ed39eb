package dev.berth.engine.simulation;

import dev.berth.engine.loop.EngineWiring;
import dev.berth.engine.port.ApiPort;
import dev.berth.engine.port.ReadOutcome;
import dev.berth.engine.state.PodEntry;
import dev.berth.engine.view.Decision;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.spi.EventRecord;
import dev.berth.spi.Filter;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.Preemption;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Watches that nobody is evicted for nothing: victims are of lower priority and each is needed, by
/// sums of its own; a preemptor waits for its victims; nobody is evicted twice.
final class PreemptionWatch implements Filter {
    private record Nomination(String node, Set<String> victims) {}

    private final Ledger ledger;
    private final BooleanSupplier pluginFails;
    private final Map<String, Nomination> nominations = new HashMap<>();
    private final Set<String> evicted = new HashSet<>();
    private final List<String> evictedTwice = new ArrayList<>();
    private String nominatedNodeName = "";
    private int preemptions;

    /// @param pluginFails whether a plugin fails now and then
    PreemptionWatch(Ledger ledger, BooleanSupplier pluginFails) {
        this.ledger = ledger;
        this.pluginFails = pluginFails;
    }

    int preemptions() {
        return preemptions;
    }

    /// Only listens: which node is promised to the pod when an attempt begins.
    @Override
    public PreFilterResult filterFor(PodCycle cycle) {
        nominatedNodeName = cycle.nominatedNodeName();
        return PreFilterResult.SKIP;
    }

    /// S9, at every decision.
    void decided(Decision decision, EngineWiring loop) {
        if (!(decision.outcome() instanceof Decision.Unschedulable outcome)
                || outcome.preemption().isEmpty()) {
            return;
        }
        preemptions++;
        Pod preemptor = loop.state().pod(decision.uid()).map(PodEntry::seen).orElseThrow();
        Preemption.Candidate taken = outcome.preemption().get().chosen();
        Set<String> victims =
                taken.victims().stream().map(Preemption.Victim::uid).collect(Collectors.toSet());
        checkRank(preemptor, taken);
        checkNeed(preemptor, taken, victims, loop);
        Nomination before =
                nominations.put(preemptor.uid(), new Nomination(taken.node(), Set.copyOf(victims)));
        // An extender may reject the nominated node for good, as may the devices of a claim.
        boolean excluded =
                outcome.plugins().contains("Extender")
                        || !preemptor.template().parts().claims().isEmpty();
        if (before != null && before.node().equals(nominatedNodeName) && !excluded) {
            checkTimeout(preemptor, before, loop);
        }
    }

    private static void checkRank(Pod preemptor, Preemption.Candidate taken) {
        if (preemptor.spec().preemptionPolicy().equals("Never")) {
            throw new Violation("S9", preemptor.key() + " preempts though its policy is Never");
        }
        for (Preemption.Victim victim : taken.victims()) {
            if (victim.priority() >= preemptor.spec().priority()) {
                throw new Violation(
                        "S9", preemptor.key() + " evicts " + victim.pod() + ", its better");
            }
        }
    }

    private void checkNeed(
            Pod preemptor, Preemption.Candidate taken, Set<String> victims, EngineWiring loop) {
        List<Pod> nominated = new ArrayList<>(loop.state().nominated(taken.node()));
        nominated.removeIf(other ->
                other.uid().equals(preemptor.uid())
                        || other.spec().priority() < preemptor.spec().priority());
        Node node = Optional.ofNullable(ledger.nodes().get(taken.node())).orElseThrow();
        if (!fits(preemptor, node, victims, nominated)) {
            throw new Violation(
                    "S9",
                    preemptor.key() + " does not fit on " + node.name() + " without " + victims);
        }
        if (!preemptor.spec().volumes().isEmpty() || pluginFails.getAsBoolean()) {
            // It may be for a claim or for a place to attach, of which the ledger knows nothing;
            // and
            // whoever makes a plugin fail when put back is not put back.
            return;
        }
        for (String victim : victims) {
            var others = new HashSet<>(victims);
            others.remove(victim);
            if (fits(preemptor, node, others, nominated)) {
                throw new Violation("S9", preemptor.key() + " evicts " + victim + " without need");
            }
        }
    }

    private boolean fits(Pod pod, Node node, Set<String> without, List<Pod> nominated) {
        return ledger.fits(pod, node, without, nominated)
                && ledger.fits(pod, node, without, List.of());
    }

    /// One live preemption per preemptor: as long as its victims are leaving the node it was
    /// promised, and that node would still do, it waits.
    private void checkTimeout(Pod preemptor, Nomination before, EngineWiring loop) {
        Node node = ledger.nodes().get(before.node());
        // A node that the pod's volumes no longer let it use is promised in vain.
        if (node == null
                || !ledger.couldFit(preemptor, node)
                || !preemptor.spec().volumes().isEmpty()) {
            return;
        }
        for (String uid : before.victims()) {
            Optional<Pod> victim = loop.state().pod(uid).map(PodEntry::seen);
            if (victim.isPresent()
                    && victim.get().terminating()
                    && victim.get().spec().nodeName().equals(node.name())
                    && victim.get()
                            .status()
                            .condition("DisruptionTarget")
                            .filter(condition -> condition.reason().equals("PreemptionByScheduler"))
                            .isPresent()) {
                throw new Violation(
                        "S9",
                        preemptor.key()
                                + " preempts again while "
                                + uid
                                + " leaves "
                                + node.name());
            }
        }
    }

    /// L5: nobody is evicted twice.
    void check() {
        if (!evictedTwice.isEmpty()) {
            throw new Violation("L5", "evicted twice: " + evictedTwice);
        }
    }

    /// The same API, with an eye on deletions.
    ApiPort watching(ApiPort api) {
        return new ApiPort() {
            @Override
            public void submit(List<Call> calls) {
                api.submit(calls.stream().map(call -> watched(call)).toList());
            }

            @Override
            public void read(String namespace, String name, Consumer<ReadOutcome> answer) {
                api.read(namespace, name, answer);
            }

            @Override
            public void events(List<EventRecord> events) {
                api.events(events);
            }
        };
    }

    private ApiPort.Call watched(ApiPort.Call call) {
        if (!(call.write() instanceof Write.DeletePod delete)) {
            return call;
        }
        return new ApiPort.Call(
                delete,
                outcome -> {
                    if (outcome instanceof WriteOutcome.Done && !evicted.add(delete.uid())) {
                        evictedTwice.add(delete.name());
                    }
                    call.answer().accept(outcome);
                });
    }
}
