package dev.berth.testkit;

import dev.berth.spi.Diagnosis;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.Nodes;
import dev.berth.spi.Reject;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/// The diagnosis of an attempt in which only the plugin under test has filtered nodes. All other
/// nodes count as rejected by a plugin that evictions can help.
record TestDiagnosis(
        List<Group> groups,
        Reject others,
        Optional<Reject> podRejection,
        NavigableSet<String> plugins)
        implements Diagnosis {
    /// A diagnosis for plugins that do not read it.
    static final Diagnosis NONE =
            new TestDiagnosis(
                    List.of(),
                    Reject.unresolvable(),
                    Optional.empty(),
                    Collections.emptyNavigableSet());

    private static final Reject BY_OTHERS = Reject.unschedulable("rejected by other plugins");

    static Diagnosis of(String plugin, PluginResults results, Nodes nodes) {
        var rows = new LinkedHashMap<Reject, MutableNodeSet>();
        results.rejections()
                .forEach((node, why) ->
                        rows.computeIfAbsent(why, each -> new MutableNodeSet(nodes.rows()))
                                .add(nodes.row(node).orElseThrow()));
        var groups = new ArrayList<Group>();
        rows.forEach((why, set) -> groups.add(new Group(plugin, why, set)));
        boolean rejected = !groups.isEmpty() || results.podRejection().isPresent();
        return new TestDiagnosis(
                List.copyOf(groups),
                results.podRejection().orElse(BY_OTHERS),
                results.podRejection(),
                rejected
                        ? Collections.unmodifiableNavigableSet(new TreeSet<>(List.of(plugin)))
                        : Collections.emptyNavigableSet());
    }
}
