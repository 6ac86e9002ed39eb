package dev.berth.plugins.legacy;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;
import static dev.berth.testkit.Build.service;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.berth.model.Labels;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.Service;
import dev.berth.testkit.NodeBuilder;
import dev.berth.testkit.PluginResults;
import dev.berth.testkit.PluginTester;
import dev.berth.testkit.PluginTester.Step;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/// Compares ServiceAffinity and SelectorSpread with a reference implementation on random clusters.
class RandomServicesTest {
    private static final long SEED = Long.getLong("test.seed", 20260101);
    private static final int CLUSTERS = 300;
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String REGION = "topology.kubernetes.io/region";

    private final Random random = new Random(SEED);
    private final List<Node> nodes = new ArrayList<>();
    private final List<PodBuilder> running = new ArrayList<>();
    private final List<Service> services = new ArrayList<>();

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private String oneOf(String... values) {
        return values[random.nextInt(values.length)];
    }

    private PluginTester cluster(PluginTester tester) {
        nodes.clear();
        running.clear();
        services.clear();
        for (int i = 0, count = 1 + random.nextInt(8); i < count; i++) {
            NodeBuilder node = node("n" + i);
            if (chance(80)) {
                node.label(ZONE, oneOf("1", "2", ""));
            }
            if (chance(50)) {
                node.label(REGION, oneOf("a", "b"));
            }
            nodes.add(node.build());
            tester.nodes(node);
        }
        for (int i = 0, count = random.nextInt(12); i < count; i++) {
            running.add(somePod("r" + i).on("n" + random.nextInt(nodes.size())));
            tester.running(running.getLast());
        }
        for (int i = 0, count = random.nextInt(4); i < count; i++) {
            services.add(service("s" + i, someLabels()));
            tester.objects(services.getLast());
        }
        return tester;
    }

    private Labels someLabels() {
        var labels = new TreeMap<String, String>();
        if (chance(70)) {
            labels.put("app", oneOf("web", "db"));
        }
        if (chance(30)) {
            labels.put("tier", oneOf("front", "back"));
        }
        return Labels.of(labels);
    }

    private PodBuilder somePod(String name) {
        PodBuilder pod = pod(name).namespace(chance(85) ? "default" : "other");
        someLabels().forEach(label -> pod.label(label.getKey(), label.getValue()));
        return chance(10) ? pod.terminating() : pod;
    }

    /// The selectors of the services that select the pod.
    private List<Labels> selectors(Pod pod) {
        return services.stream()
                .filter(service -> service.meta().namespace().equals(pod.namespace()))
                .map(Service::selector)
                .filter(selector -> !selector.isEmpty() && pod.labels().containsAll(selector))
                .toList();
    }

    private Node nodeOf(Pod pod) {
        return nodes.stream()
                .filter(node -> node.name().equals(pod.spec().nodeName()))
                .findFirst()
                .orElseThrow();
    }

    private static boolean alike(Pod pod, String namespace, Labels labels) {
        return pod.namespace().equals(namespace) && pod.labels().containsAll(labels);
    }

    /// The number of pods with the labels that are not being deleted.
    private long count(Node node, String namespace, Optional<Labels> labels) {
        return running.stream()
                .map(PodBuilder::build)
                .filter(pod -> pod.spec().nodeName().equals(node.name()))
                .filter(pod -> pod.meta().deleted().isEmpty())
                .filter(pod -> labels.isPresent() && alike(pod, namespace, labels.get()))
                .count();
    }

    private void check(int cluster, Runnable expectations) {
        assertThatCode(expectations::run)
                .as("cluster %d of -Dtest.seed=%d", cluster, SEED)
                .doesNotThrowAnyException();
    }

    @Test
    void servicesStayTogether() {
        var args = new ServiceAffinityArgs(List.of(ZONE, REGION), List.of());
        for (int i = 0; i < CLUSTERS; i++) {
            PluginTester tester = cluster(Old.plugin("ServiceAffinity", args));
            PodBuilder pod = somePod("p");
            if (chance(30)) {
                pod.nodeSelector(REGION, oneOf("a", "b"));
            }
            List<Step> steps = steps();
            Labels wanted = wanted(args, pod.build(), steps);
            boolean skipped =
                    selectors(pod.build()).isEmpty()
                            && pod.build().template().parts().nodeSelector().isEmpty();
            check(
                    i,
                    () -> {
                        if (skipped) {
                            tester.schedule(pod).skipsFilter();
                            return;
                        }
                        PluginResults result = tester.whatIf(pod, steps.toArray(Step[]::new));
                        for (Node node : nodes) {
                            if (node.labels().containsAll(wanted)) {
                                result.passes(node.name());
                            } else {
                                result.rejects(
                                        node.name(), "node(s) didn't match service affinity");
                            }
                        }
                    });
        }
    }

    /// Removes some pods, and adds some of them again.
    private List<Step> steps() {
        var steps = new ArrayList<Step>();
        for (PodBuilder pod : running) {
            if (chance(40)) {
                steps.add(Step.goes(pod));
            }
        }
        for (Step gone : List.copyOf(steps)) {
            if (chance(40)) {
                steps.add(Step.comes(gone.pod()));
                if (chance(20)) {
                    steps.add(gone);
                }
            }
        }
        return steps;
    }

    private Labels wanted(ServiceAffinityArgs args, Pod pod, List<Step> steps) {
        var present = new ArrayList<Pod>();
        for (Node node : nodes) {
            running.stream()
                    .map(PodBuilder::build)
                    .filter(each -> each.spec().nodeName().equals(node.name()))
                    .forEach(present::add);
        }
        for (Step step : steps) {
            Pod moved = step.pod().build();
            if (step.added()) {
                present.add(moved);
            } else {
                present.removeIf(each -> each.uid().equals(moved.uid()));
            }
        }
        var wanted = pod.template().parts().nodeSelector().orElse(Labels.NONE).asMap();
        Optional<Node> first =
                present.stream()
                        .filter(each -> alike(each, pod.namespace(), pod.labels()))
                        .findFirst()
                        .map(this::nodeOf);
        if (first.isPresent() && !selectors(pod).isEmpty()) {
            for (String label : args.affinityLabels()) {
                first.get().labels().get(label).ifPresent(is -> wanted.putIfAbsent(label, is));
            }
        }
        return Labels.of(wanted);
    }

    @Test
    void servicesSpreadOverTheValuesOfLabels() {
        var args = new ServiceAffinityArgs(List.of(), List.of(ZONE, REGION));
        for (int i = 0; i < CLUSTERS; i++) {
            PluginTester tester = cluster(Old.plugin("ServiceAffinity", args));
            PodBuilder pod = somePod("p");
            Optional<Labels> selector = selectors(pod.build()).stream().findFirst();
            check(
                    i,
                    () -> {
                        PluginResults result = tester.schedule(pod);
                        for (Node node : nodes) {
                            double score = 0;
                            for (String label : args.antiAffinityLabelsPreference()) {
                                score += share(node, label, pod.build().namespace(), selector) / 2;
                            }
                            result.scores(node.name(), (long) score);
                        }
                    });
        }
    }

    private double share(Node node, String label, String namespace, Optional<Labels> selector) {
        if (!node.labels().has(label)) {
            return 0;
        }
        long total = 0;
        long near = 0;
        for (Node other : nodes) {
            long count = count(other, namespace, selector);
            total += count;
            near += other.labels().get(label).equals(node.labels().get(label)) ? count : 0;
        }
        return total == 0 ? 100 : 100.0 * ((double) (total - near) / total);
    }

    @Test
    void podsOfServicesSpreadOverNodesAndZones() {
        for (int i = 0; i < CLUSTERS; i++) {
            PluginTester tester = cluster(Old.plugin("SelectorSpread"));
            PodBuilder pod = somePod("p");
            var together = new TreeMap<String, String>();
            selectors(pod.build()).forEach(selector -> together.putAll(selector.asMap()));
            Optional<Labels> selector =
                    together.isEmpty() ? Optional.empty() : Optional.of(Labels.of(together));
            check(
                    i,
                    () -> {
                        PluginResults result = tester.schedule(pod);
                        for (Node node : nodes) {
                            result.scores(
                                    node.name(), spread(node, pod.build().namespace(), selector));
                        }
                    });
        }
    }

    private long spread(Node node, String namespace, Optional<Labels> selector) {
        long max = 0;
        var inZone = new TreeMap<String, Long>();
        for (Node other : nodes) {
            long count = count(other, namespace, selector);
            max = Math.max(max, count);
            zone(other).ifPresent(zone -> inZone.merge(zone, count, Long::sum));
        }
        double score = emptiness(count(node, namespace, selector), max);
        if (zone(node).isPresent()) {
            long maxInZone = inZone.values().stream().mapToLong(Long::longValue).max().orElse(0);
            double ofZone = emptiness(inZone.getOrDefault(zone(node).get(), 0L), maxInZone);
            score = score * (1.0 - 2.0 / 3.0) + 2.0 / 3.0 * ofZone;
        }
        return (long) score;
    }

    private static Optional<String> zone(Node node) {
        String both = node.labels().getOr(REGION, "") + "/" + node.labels().getOr(ZONE, "");
        return both.equals("/") ? Optional.empty() : Optional.of(both);
    }

    private static double emptiness(long count, long max) {
        return max == 0 ? 100 : 100 * ((double) (max - count) / max);
    }
}
