package dev.berth.testkit;

import dev.berth.spi.Nomination;
import dev.berth.spi.PostFilterVerdict;
import dev.berth.spi.Preemption;
import dev.berth.spi.PreemptionPlan;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The result of PostFilter. The methods assert it and can be chained.
public final class PostFilterResults {
    private final PluginCalls calls;
    private final PostFilterVerdict verdict;

    PostFilterResults(PluginCalls calls, PostFilterVerdict verdict) {
        this.calls = calls;
        this.verdict = verdict;
    }

    /// Asserts success with this nominated node.
    public PostFilterResults nominates(String node) {
        calls.require(
                success().nomination().equals(new Nomination.Nominate(node)),
                "PostFilter did not nominate %s: %s".formatted(node, verdict));
        return this;
    }

    /// Asserts that exactly these pods are victims on the chosen node, in any order.
    ///
    /// @param pods `namespace/name`, or the name of a pod in the namespace `default`
    public PostFilterResults evicts(String... pods) {
        Preemption preemption =
                success()
                        .preemption()
                        .orElseThrow(() -> calls.failure("PostFilter evicts no pod: " + verdict));
        Set<String> victims =
                preemption.chosen().victims().stream()
                        .map(Preemption.Victim::pod)
                        .collect(Collectors.toCollection(TreeSet::new));
        Set<String> wanted = new TreeSet<>();
        Arrays.stream(pods).map(PluginTester::keyOf).forEach(wanted::add);
        calls.require(
                victims.equals(wanted),
                "the victims on node %s are %s, not %s"
                        .formatted(preemption.chosen().node(), victims, wanted));
        return this;
    }

    private PostFilterVerdict.Success success() {
        if (verdict instanceof PostFilterVerdict.Success success) {
            return success;
        }
        throw calls.failure("PostFilter did not succeed: " + verdict);
    }

    /// Asserts that the plugin cannot help the pod, for exactly these reasons.
    public PostFilterResults fails(String... reasons) {
        calls.require(
                verdict instanceof PostFilterVerdict.Failure failure
                        && failure.why().reasons().equals(List.of(reasons)),
                "PostFilter did not fail for %s: %s".formatted(List.of(reasons), verdict));
        return this;
    }

    /// Asserts that the plugin cannot run in this attempt, with this message.
    public PostFilterResults aborts(String message) {
        calls.require(
                verdict.equals(new PostFilterVerdict.Aborted(message)),
                "PostFilter did not abort with '%s': %s".formatted(message, verdict));
        return this;
    }

    /// Asserts that the plugin calls the extenders, and continues with all plans, as if the
    /// extenders accepted them.
    public PostFilterResults callsExtenders() {
        if (!(verdict
                instanceof PostFilterVerdict.CallExtenders(List<PreemptionPlan> plans, var then))) {
            throw calls.failure("PostFilter did not call the extenders: " + verdict);
        }
        return new PostFilterResults(calls, then.apply(plans));
    }

    public PostFilterVerdict verdict() {
        return verdict;
    }
}
