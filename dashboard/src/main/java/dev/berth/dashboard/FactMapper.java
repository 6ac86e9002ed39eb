package dev.berth.dashboard;

import dev.berth.answers.FactItem;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.RejectionFact;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Joins the facts of equal rejections, without what the caller may not list.
final class FactMapper {
    private static final int MAX_FACTS = 10;
    private static final int MAX_PODS = 5;

    private final VisibleNames names;

    FactMapper(VisibleNames names) {
        this.names = names;
    }

    /// A rejection with its details.
    ///
    /// @param node the empty name if the pod is rejected as a whole
    record Explained(String node, RejectionDetails details) {}

    private record Same(String type, String subject, SortedMap<String, String> values) {}

    private static final class Joined {
        private final SortedMap<String, Long> amounts = new TreeMap<>();
        private final Set<String> pods = new LinkedHashSet<>();
        private final Set<String> hiddenPods = new LinkedHashSet<>();
        private final Set<String> nodes = new LinkedHashSet<>();
    }

    /// Equal facts once, those of most nodes first.
    List<FactItem> facts(Collection<Explained> rejections) throws InterruptedException {
        var all = new LinkedHashMap<Same, Joined>();
        for (Explained rejection : rejections) {
            for (RejectionFact fact : rejection.details().facts()) {
                boolean visible = visible(fact, rejection.node());
                Joined joined =
                        all.computeIfAbsent(
                                new Same(
                                        fact.type(),
                                        visible ? fact.subject() : "",
                                        visible ? fact.values() : Collections.emptySortedMap()),
                                same -> new Joined());
                if (visible) {
                    fact.amounts()
                            .forEach((name, amount) ->
                                    joined.amounts.merge(name, amount, Math::max));
                }
                for (String pod : fact.pods()) {
                    (names.showsPod(pod) ? joined.pods : joined.hiddenPods).add(pod);
                }
                if (!rejection.node().isEmpty()) {
                    joined.nodes.add(rejection.node());
                }
            }
        }
        return all.entrySet().stream()
                .sorted(
                        Comparator.comparingInt(
                                (Map.Entry<Same, Joined> each) -> -each.getValue().nodes.size()))
                .limit(MAX_FACTS)
                .map(each -> item(each.getKey(), each.getValue()))
                .toList();
    }

    private boolean visible(RejectionFact fact, String node) throws InterruptedException {
        return switch (fact.source()) {
            case POD -> true;
            case NODES -> names.showsNode(node);
            case OTHER_PODS -> {
                for (String pod : fact.pods()) {
                    if (names.showsPod(pod)) {
                        yield true;
                    }
                }
                yield false;
            }
        };
    }

    private static FactItem item(Same same, Joined joined) {
        return new FactItem(
                        same.type(),
                        same.subject(),
                        "",
                        same.values(),
                        joined.amounts,
                        joined.pods.stream().limit(MAX_PODS).toList(),
                        joined.hiddenPods.size(),
                        joined.nodes.size())
                .withText();
    }

    static List<String> advice(Collection<Explained> rejections) {
        var advice = new LinkedHashSet<String>();
        rejections.forEach(each -> advice.addAll(each.details().advice()));
        return new ArrayList<>(advice);
    }
}
