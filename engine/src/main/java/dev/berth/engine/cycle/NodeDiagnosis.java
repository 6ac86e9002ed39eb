package dev.berth.engine.cycle;

import dev.berth.engine.state.NodeTable;
import dev.berth.engine.view.Decision.NodeDetail;
import dev.berth.engine.view.Decision.RejectedNodes;
import dev.berth.spi.Diagnosis;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeSet;
import dev.berth.spi.Reject;
import dev.berth.spi.Rejections;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Runs the filters in their configured order, each on the nodes that passed those before it, and
/// returns which plugin rejected which nodes and why.
final class NodeDiagnosis {
    private final NodeTable nodes;
    private final NominatedPodsFilter nominated;

    NodeDiagnosis(NodeTable nodes, NominatedPodsFilter nominated) {
        this.nodes = nodes;
        this.nominated = nominated;
    }

    /// The diagnosis of `rows`; the rows that pass stay in the set.
    ///
    /// @param known cached verdicts, which are used instead of running the filters
    DiagnosisReport of(PreparedAttempt prepared, FilterResultCache known, MutableNodeSet rows) {
        NodeFilters nodeFilters = prepared.nodeFilters();
        DiagnosisReport.Builder report =
                DiagnosisReport.of(nodes.count()).rejectedBy(nodeFilters.narrowing());
        restrict(nodeFilters, rows);
        if (nodeFilters.only() != null) {
            diagnoseRestriction(prepared, report);
        }
        var rejected = new LinkedHashMap<NodeFilters.NodeRejection, MutableNodeSet>();
        if (nominated.rejectRows(prepared, rows, rejected) > 0) {
            rejected.entrySet().stream()
                    .sorted(Comparator.comparingInt(each -> each.getValue().next(0)))
                    .forEach(each -> reject(each.getValue(), each.getKey(), nodeFilters, report));
        }
        if (prepared.profile().checksAllFilters()) {
            testEach(nodeFilters, rows, report);
        } else {
            sweep(nodeFilters, known, rows, report);
        }
        return report.build();
    }

    /// The diagnosis of `rows` without cached verdicts.
    DiagnosisReport fresh(PreparedAttempt prepared, MutableNodeSet rows) {
        return of(prepared, new PodShapeEntry(nodes, prepared.profile()).verdicts, rows);
    }

    /// PreFilter restricted the attempt to some nodes: the verdict of all others.
    private void diagnoseRestriction(PreparedAttempt prepared, DiagnosisReport.Builder report) {
        NodeFilters nodeFilters = prepared.nodeFilters();
        var narrowing = new TreeSet<>(nodeFilters.narrowing());
        int row = nominated.nominatedRow(prepared.attempt());
        NodeFilters.NodeRejection rejection = row < 0 ? null : nominated.test(prepared, row);
        if (rejection != null) {
            // Parity: UnschedulablePlugins contains the plugin that rejected the nominated node.
            narrowing.add(nodeFilters.name(rejection.plugin()));
            if (prepared.excludes(nodes.view(row).name())) {
                MutableNodeSet one = noRow();
                one.add(row);
                reject(one, rejection, nodeFilters, report);
            }
        }
        report.others(
                Reject.unresolvable(
                        "node(s) didn't satisfy plugin(s) [%s]"
                                .formatted(String.join(" ", narrowing))));
    }

    private void sweep(
            NodeFilters nodeFilters,
            FilterResultCache known,
            MutableNodeSet rows,
            DiagnosisReport.Builder report) {
        for (int i = 0; i < nodeFilters.size(); i++) {
            NodeFilter filter = nodeFilters.filter(i);
            if (filter != null) {
                var rejections = new Rejections();
                if (known.keeps(i)) {
                    known.rejections(i, rows, rejections);
                } else {
                    nodeFilters.sweep(i, filter, nodes, rows, rejections);
                }
                for (Rejections.Entry entry : rejections.entries()) {
                    report.add(nodeFilters.name(i), entry.why(), entry.rows());
                }
            }
        }
    }

    /// Runs every filter on every row, rejected or not.
    private void testEach(
            NodeFilters nodeFilters, MutableNodeSet rows, DiagnosisReport.Builder report) {
        var rejected = new LinkedHashMap<NodeFilters.NodeRejection, MutableNodeSet>();
        for (int row = rows.next(0); row >= 0; row = rows.next(row + 1)) {
            NodeFilters.NodeRejection why = nodeFilters.test(nodes.view(row));
            if (why != null) {
                rows.remove(row);
                rejected.computeIfAbsent(why, other -> noRow()).add(row);
            }
        }
        rejected.forEach((why, those) -> reject(those, why, nodeFilters, report));
    }

    private static void reject(
            NodeSet rows,
            NodeFilters.NodeRejection rejection,
            NodeFilters nodeFilters,
            DiagnosisReport.Builder report) {
        report.add(nodeFilters.name(rejection.plugin()), rejection.why(), rows);
        rejection.others().forEach(report::rejectedBy);
    }

    /// Removes the rows that PreFilter excluded.
    void restrict(NodeFilters nodeFilters, MutableNodeSet rows) {
        NodeSet allowed = allowedRows(nodeFilters);
        if (allowed != null) {
            rows.retain(allowed);
        }
    }

    /// The rows to which PreFilter restricted the attempt; null for all.
    @Nullable NodeSet allowedRows(NodeFilters nodeFilters) {
        Set<String> only = nodeFilters.only();
        return only == null ? null : rows(only);
    }

    /// The rows of nodes by name; a node that does not exist has none.
    MutableNodeSet rows(Collection<String> names) {
        MutableNodeSet rows = noRow();
        for (String name : names) {
            nodes.row(name).ifPresent(rows::add);
        }
        return rows;
    }

    MutableNodeSet noRow() {
        return new MutableNodeSet(nodes.rows());
    }

    MutableNodeSet everyRow() {
        return nodes.all().copy();
    }

    /// The rejection of every rejected node.
    List<NodeDetail> byNode(DiagnosisReport report, PreparedAttempt prepared) {
        var all = new ArrayList<NodeDetail>();
        MutableNodeSet others = noRow();
        if (prepared.nodeFilters().only() != null) {
            for (int row = nodes.all().next(0); row >= 0; row = nodes.all().next(row + 1)) {
                others.put(row, prepared.excludes(nodes.view(row).name()));
            }
        }
        for (Diagnosis.Group group : report.groups()) {
            describe(group.plugin(), group.why(), group.rows(), all);
            others.removeAll(group.rows());
        }
        describe("", report.others(), others, all);
        return all;
    }

    private void describe(String plugin, Reject why, NodeSet rows, List<NodeDetail> out) {
        var rejection =
                Optional.of(new RejectedNodes(plugin, why.code().label(), why.reasons(), 1));
        for (int row = rows.next(0); row >= 0; row = rows.next(row + 1)) {
            out.add(new NodeDetail(nodes.view(row).name(), rejection, Optional.empty()));
        }
    }
}
