package dev.berth.engine.preemption;

import dev.berth.engine.decide.Decider;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.scenario.Profiles;
import dev.berth.engine.view.DryRunResult;
import dev.berth.model.DisruptionBudget;
import dev.berth.model.LabelSelector;
import dev.berth.model.Labels;
import dev.berth.model.Meta;
import dev.berth.spi.Plugin;
import dev.berth.spi.Preemption;
import dev.berth.testkit.NodeBuilder;
import dev.berth.testkit.PodBuilder;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A dry run of preemption in a cluster of objects. Every node is evaluated, and no tie is broken
/// at random.
final class PreemptionReport implements AutoCloseable {
    private static final String BEFORE = "preemption: ";

    private final Decider decider;

    private PreemptionReport(ProfileSpec profile) {
        decider = new Decider(List.of(profile));
    }

    /// With the in-tree plugins.
    static PreemptionReport nodes(NodeBuilder... nodes) {
        return new PreemptionReport(Profiles.inTree()).and(nodes);
    }

    /// With one more plugin before them.
    static PreemptionReport with(String name, Plugin plugin) {
        return new PreemptionReport(Profiles.with(Map.of(name, plugin), 0));
    }

    PreemptionReport and(NodeBuilder... nodes) {
        for (NodeBuilder node : nodes) {
            decider.put(node.build());
        }
        return this;
    }

    PreemptionReport pods(PodBuilder... pods) {
        for (PodBuilder pod : pods) {
            decider.put(pod.build());
        }
        return this;
    }

    PreemptionReport budgets(DisruptionBudget... budgets) {
        for (DisruptionBudget budget : budgets) {
            decider.put(budget);
        }
        return this;
    }

    /// A budget in the namespace `default` for pods with a label, with this number of allowed
    /// disruptions.
    static DisruptionBudget budget(String name, String key, String value, int allowed) {
        return budget(
                name, Optional.of(new LabelSelector(Labels.of(key, value), List.of())), allowed);
    }

    static DisruptionBudget budget(
            String name, Optional<LabelSelector> selector, int allowed, String... disrupted) {
        return budget("default", name, selector, allowed, disrupted);
    }

    static DisruptionBudget budget(
            String namespace,
            String name,
            Optional<LabelSelector> selector,
            int allowed,
            String... disrupted) {
        return new DisruptionBudget(
                Meta.named(namespace, name, "uid-of-" + name),
                selector,
                allowed,
                List.of(disrupted));
    }

    DryRunResult ask(PodBuilder preemptor) {
        return decider.decide(preemptor.build(), false);
    }

    /// The result of preemption for the pod: the victims and the reprieved pods of each candidate
    /// (`!` marks victims that violate a budget), the selected candidate and the deciding rule; or
    /// the reason why preemption does not help.
    String outcome(PodBuilder preemptor) {
        DryRunResult result = ask(preemptor);
        if (result.outcome() != DryRunResult.Outcome.UNSCHEDULABLE) {
            return result.outcome() + " " + result.best();
        }
        return result.preemption()
                .map(PreemptionReport::text)
                .orElseGet(() -> complaint(result.postFilterMessage().orElse("not asked")));
    }

    private static String complaint(String message) {
        return message.startsWith(BEFORE) ? message.substring(BEFORE.length()) : message;
    }

    private static String text(Preemption preemption) {
        var parts = new ArrayList<String>();
        for (Preemption.Candidate option : preemption.candidates()) {
            List<String> reprieved =
                    option.reprieved().stream().map(PreemptionReport::name).toList();
            parts.add(
                    "%s loses %s%s"
                            .formatted(
                                    option.node(),
                                    String.join(
                                            ", ",
                                            option.victims().stream()
                                                    .map(PreemptionReport::text)
                                                    .toList()),
                                    reprieved.isEmpty()
                                            ? ""
                                            : ", spares " + String.join(", ", reprieved)));
        }
        String takes = "takes " + String.join(" or ", preemption.best());
        parts.add(
                preemption.decidedBy().isEmpty()
                        ? takes
                        : takes + " for " + preemption.decidedBy());
        return String.join("; ", parts);
    }

    private static String text(Preemption.Victim victim) {
        return name(victim.pod()) + (victim.violates() ? "!" : "");
    }

    /// Pods in the namespace `default` are shown by name alone.
    private static String name(String key) {
        return key.startsWith("default/") ? key.substring("default/".length()) : key;
    }

    @Override
    public void close() {
        decider.close();
    }
}
