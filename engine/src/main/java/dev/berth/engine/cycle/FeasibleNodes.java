package dev.berth.engine.cycle;

import dev.berth.engine.profile.PluginFailure;
import dev.berth.engine.state.NodeTable;
import dev.berth.engine.view.Decision.RejectedNodes;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeSet;
import dev.berth.spi.Rejections;

import java.util.ArrayList;
import java.util.List;

/// Finds the nodes that pass all filters (kube-scheduler: `findNodesThatPassFilters`).
///
/// The verdicts that are cached for the pod shape are brought up to date first. Then the filters
/// that cannot be cached run on the rows that are left.
final class FeasibleNodes {
    private final NodeTable nodes;
    private final NominatedPodsFilter nominated;
    private final NodeDiagnosis diagnosis;
    private final MutableNodeSet candidates = new MutableNodeSet(64);
    private final Rejections scratch = new Rejections();

    FeasibleNodes(NodeTable nodes, NominatedPodsFilter nominated, NodeDiagnosis diagnosis) {
        this.nodes = nodes;
        this.nominated = nominated;
        this.diagnosis = diagnosis;
    }

    /// The rows that pass, until the next call of [#find].
    ///
    /// @param shape the cached verdicts and scores that cover them
    /// @param whole whether the rows are exactly those that pass the cached filters
    /// @param rejected the rejections that are not among the cached verdicts
    record Found(
            PodShapeEntry shape,
            MutableNodeSet rows,
            boolean whole,
            List<RejectedNodes> rejected) {}

    Found find(PreparedAttempt prepared) {
        if (prepared.profile().checksAllFilters()) {
            return findInOrder(prepared);
        }
        FilterResultCache verdicts = prepared.shape().verdicts;
        try {
            verdicts.refresh(prepared.nodeFilters());
            return narrow(prepared);
        } catch (PluginFailure failure) {
            // A cached filter may have been called for a row that an earlier plugin rejects. Only
            // the configured order shows whether the failure counts; then it happens again.
            verdicts.invalidate();
            return findInOrder(prepared);
        }
    }

    /// Runs filter after filter, without cached verdicts.
    private Found findInOrder(PreparedAttempt prepared) {
        candidates.setTo(nodes.all());
        DiagnosisReport report = diagnosis.fresh(prepared, candidates);
        return new Found(uncached(prepared, candidates), candidates, false, report.summary());
    }

    /// A shape with no cached verdicts, for rows that are known to pass.
    PodShapeEntry uncached(PreparedAttempt prepared, NodeSet passing) {
        var fresh = new PodShapeEntry(nodes, prepared.profile());
        fresh.verdicts.adopt(passing);
        return fresh;
    }

    private Found narrow(PreparedAttempt prepared) {
        NodeFilters nodeFilters = prepared.nodeFilters();
        FilterResultCache verdicts = prepared.shape().verdicts;
        candidates.setTo(verdicts.feasible());
        List<RejectedNodes> rejected = List.of();
        diagnosis.restrict(nodeFilters, candidates);
        boolean whole = nodeFilters.only() == null || candidates.size() == verdicts.feasibleCount();
        for (int i = 0; i < nodeFilters.size(); i++) {
            NodeFilter filter = nodeFilters.filter(i);
            if (filter != null && !verdicts.keeps(i)) {
                nodeFilters.sweep(i, filter, nodes, candidates, scratch);
                whole &= scratch.entries().isEmpty();
                for (Rejections.Entry entry : scratch.entries()) {
                    rejected = rejected.isEmpty() ? new ArrayList<>() : rejected;
                    rejected.add(
                            new RejectedNodes(
                                    nodeFilters.name(i),
                                    entry.why().code().label(),
                                    entry.why().reasons(),
                                    entry.rows().size()));
                }
            }
        }
        int withNominated = nominated.rejectRows(prepared, candidates, null);
        return new Found(prepared.shape(), candidates, whole && withNominated == 0, rejected);
    }
}
