package dev.berth.engine.cycle;

import dev.berth.engine.profile.PluginRunner;
import dev.berth.engine.state.NodeTable;
import dev.berth.engine.view.RejectionReport;
import dev.berth.spi.Diagnosis;
import dev.berth.spi.NodeView;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.RejectionExplainer;
import dev.berth.spi.RejectionFact;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;

/// Asks the plugins that rejected a pod or a node for the facts behind the rejection. Only dry runs
/// do this.
final class RejectionExplanations {
    private final NodeTable nodes;
    private final NominatedPodsFilter nominated;
    private final PluginRunner runner;

    RejectionExplanations(NodeTable nodes, NominatedPodsFilter nominated, PluginRunner runner) {
        this.nodes = nodes;
        this.nominated = nominated;
        this.runner = runner;
    }

    /// The details of all rejections of a diagnosis.
    RejectionReport of(PreparedAttempt prepared, DiagnosisReport diagnosis) {
        if (diagnosis.podRejection().isPresent()) {
            return RejectionReport.ofPod(
                    ofPod(prepared, diagnosis.preFilterPlugin(), diagnosis.others()));
        }
        var byNode = new TreeMap<String, RejectionDetails>();
        if (prepared.nodeFilters().only() != null) {
            for (int row = nodes.all().next(0); row >= 0; row = nodes.all().next(row + 1)) {
                String node = nodes.view(row).name();
                if (prepared.excludes(node)) {
                    byNode.put(node, ofNode(prepared, "", diagnosis.others(), row));
                }
            }
        }
        for (Diagnosis.Group group : diagnosis.groups()) {
            for (int row = group.rows().next(0); row >= 0; row = group.rows().next(row + 1)) {
                byNode.put(
                        nodes.view(row).name(), ofNode(prepared, group.plugin(), group.why(), row));
            }
        }
        return new RejectionReport(RejectionDetails.NONE, byNode);
    }

    /// @param plugin empty if several plugins together leave no node
    RejectionDetails ofPod(PreparedAttempt prepared, String plugin, Reject why) {
        return joined(rejectors(prepared, plugin), name -> ofPod(prepared.attempt(), name, why));
    }

    RejectionDetails ofPod(Attempt attempt, String plugin, Reject why) {
        return run(attempt, plugin, explainer -> explainer.explainPod(attempt, why));
    }

    /// @param plugin empty if plugins have restricted the attempt to other nodes in PreFilter
    RejectionDetails ofNode(PreparedAttempt prepared, String plugin, Reject why, int row) {
        Attempt attempt = prepared.attempt();
        NodeView node = nominated.withNominatedPods(attempt.pod(), row);
        return joined(
                rejectors(prepared, plugin),
                name -> run(attempt, name, explainer -> explainer.explainNode(attempt, why, node)));
    }

    private static Collection<String> rejectors(PreparedAttempt prepared, String plugin) {
        return plugin.isEmpty() ? prepared.nodeFilters().narrowing() : List.of(plugin);
    }

    private static RejectionDetails joined(
            Collection<String> plugins, Function<String, RejectionDetails> details) {
        var facts = new ArrayList<RejectionFact>();
        var advice = new ArrayList<String>();
        for (String plugin : plugins) {
            RejectionDetails one = details.apply(plugin);
            facts.addAll(one.facts());
            advice.addAll(one.advice());
        }
        return new RejectionDetails(facts, advice);
    }

    private RejectionDetails run(
            Attempt attempt, String name, Function<RejectionExplainer, RejectionDetails> code) {
        return attempt.profile()
                .explainer(name)
                .map(explainer -> runner.explain(name, attempt.pod(), () -> code.apply(explainer)))
                .orElse(RejectionDetails.NONE);
    }
}
