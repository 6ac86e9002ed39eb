package dev.berth.answers;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/// One of each answer, with every field set.
final class Samples {
    private static final long NOW = 1_790_000_000_000L;

    private static final NodeItem NODE =
            new NodeItem(
                    "n1",
                    "east",
                    true,
                    false,
                    List.of("gpu=yes:NoSchedule"),
                    2,
                    List.of(4_000L, 8_589_934_592L, 110L),
                    List.of(1_500L, 1_073_741_824L, 2L));

    private static final List<String> RESOURCES = List.of("cpu", "memory", "pods");

    private static final StatusAnswer STATUS =
            new StatusAnswer(
                    NOW, 3, 20, 1, 30, 12, 17, 1, new StateCounts(1, 2, 3, 4, 5, 6), false, true);

    private static final FactItem FACT =
            new FactItem(
                            "resource",
                            "cpu",
                            "",
                            Map.of("emptyNode", "sufficient"),
                            new TreeMap<>(
                                    Map.of(
                                            "requested",
                                            2_000L,
                                            "free",
                                            500L,
                                            "allocatable",
                                            4_000L)),
                            List.of(),
                            0,
                            2)
                    .withText();

    private static final RejectionItem REJECTION =
            new RejectionItem(
                    "NodeResourcesFit",
                    "Unschedulable",
                    List.of("Insufficient cpu"),
                    2,
                    List.of("n1", "n2"),
                    "node-resources-fit",
                    List.of(FACT),
                    List.of("reduce the pod's request for cpu, delete pods, or add a node"));

    private static final NodeScoresItem SCORES =
            new NodeScoresItem(
                    "n1",
                    120,
                    List.of(
                            new PluginScoreItem("NodeResourcesFit", 80, 100, 100),
                            new PluginScoreItem("ImageLocality", 20, 20, 20)));

    private static final NodeScoresItem OTHER_SCORES =
            new NodeScoresItem(
                    "n2", 90, List.of(new PluginScoreItem("NodeResourcesFit", 70, 90, 90)));

    private static final PreemptionItem PREEMPTION =
            new PreemptionItem(
                    "shop/vip preempts 2 pods on n1, one of 2 candidates among 3 examined nodes,"
                            + " chosen for fewest violations of disruption budgets.",
                    3,
                    2,
                    "n1",
                    "fewest violations of disruption budgets",
                    List.of(
                            new VictimItem(
                                    "shop/low",
                                    0,
                                    List.of("Insufficient cpu"),
                                    List.of("web"),
                                    true),
                            new VictimItem("", 5, List.of(), List.of(), false)),
                    List.of("shop/small"),
                    List.of(new CandidateItem("n1", 2, 0), new CandidateItem("n2", 3, 1)));

    private static final RequeueItem REQUEUE =
            new RequeueItem(
                    "NodeResourcesFit",
                    List.of("Node/Add", "AssignedPod/Delete"),
                    List.of("a node is added", "a pod is removed from its node"));

    private static final DecisionItem UNSCHEDULABLE =
            new DecisionItem(
                    7,
                    "shop/vip",
                    "default-scheduler",
                    2,
                    NOW - 10_000,
                    1_200,
                    3,
                    0,
                    "unschedulable",
                    "",
                    0,
                    Optional.empty(),
                    Optional.empty(),
                    Map.of(),
                    "0/3 nodes are available: 3 Insufficient cpu.",
                    List.of("NodeResourcesFit"),
                    Optional.of(PREEMPTION),
                    List.of(REJECTION),
                    List.of(new QueueMoveItem("active", "PodAdd", NOW - 11_000)),
                    List.of(
                            new NodeResultItem("n1", Optional.of(REJECTION), Optional.empty()),
                            new NodeResultItem("n2", Optional.empty(), Optional.of(SCORES))));

    private static final DecisionItem SCHEDULED =
            new DecisionItem(
                    8,
                    "shop/web",
                    "default-scheduler",
                    1,
                    NOW - 5_000,
                    90,
                    3,
                    2,
                    "scheduled",
                    "n1",
                    1,
                    Optional.of(SCORES),
                    Optional.of(OTHER_SCORES),
                    Map.of("DynamicResources", List.of("claim gpu: device gpu-0 of n1")),
                    "",
                    List.of(),
                    Optional.empty(),
                    List.of(),
                    List.of(),
                    List.of());

    private Samples() {}

    /// By the name of the golden file.
    static Map<String, Record> all() {
        var all = new LinkedHashMap<String, Record>();
        all.put(
                "configuration",
                new ConfigurationAnswer(
                        "/etc/berth/scheduler.yaml",
                        true,
                        "ab12",
                        NOW,
                        2,
                        1,
                        "invalid",
                        OptionalLong.of(NOW),
                        List.of("scheduler.yaml:3:1: profiles: Required value"),
                        List.of(
                                new PluginItem(
                                        "NodeCost", "1.2.0", "plugins/node-cost.jar", "cd34"))));
        all.put("overview", new OverviewAnswer(NOW, "embedded", "v1", true, STATUS, RESOURCES, 1));
        all.put("nodes", new NodesAnswer(NOW, 42, RESOURCES, List.of(NODE), 1));
        all.put(
                "node",
                new NodeAnswer(
                        NOW,
                        NODE,
                        RESOURCES,
                        Map.of("topology.kubernetes.io/zone", "east"),
                        List.of(
                                new NodePodItem(
                                        "shop/web", 10, List.of(500L, 0L, 1L), "Running", true)),
                        1,
                        List.of(
                                new NodeDeviceItem(
                                        "gpu.example.com/n1/gpu-0",
                                        List.of("example.com/unhealthy:NoSchedule"),
                                        List.of("shop/web-gpu"),
                                        1))));
        all.put(
                "pods",
                new PodsAnswer(
                        NOW,
                        1,
                        2,
                        List.of(
                                new PodItem(
                                        "shop/vip",
                                        "unschedulable",
                                        "",
                                        "n1",
                                        100,
                                        NOW - 60_000,
                                        2))));
        all.put(
                "queue",
                new QueueAnswer(
                        NOW,
                        List.of(
                                new QueueStateItem(
                                        "active", 0, 0, 0, OptionalLong.empty(), List.of()),
                                new QueueStateItem(
                                        "backoff",
                                        3,
                                        1,
                                        2,
                                        OptionalLong.of(NOW - 30_000),
                                        List.of(
                                                new QueuedPodItem(
                                                        "shop/vip",
                                                        100,
                                                        2,
                                                        NOW - 30_000,
                                                        OptionalLong.of(NOW + 2_000),
                                                        List.of("NodeResourcesFit"),
                                                        "",
                                                        "n1",
                                                        List.of(REQUEUE)))))));
        all.put("decisions", new DecisionsAnswer(NOW, List.of(SCHEDULED, UNSCHEDULABLE), 3));
        all.put(
                "explain-pod",
                new ExplainPodAnswer(
                        NOW,
                        "shop/vip",
                        "unschedulable",
                        "shop/vip is nominated to n1 and waits until 2 victims are deleted:"
                                + " shop/low, 1 pod that you cannot list.",
                        "",
                        "n1",
                        OptionalLong.of(NOW - 10_000),
                        OptionalLong.of(NOW + 1_000),
                        100,
                        "default-scheduler",
                        List.of("NodeResourcesFit"),
                        Optional.of(
                                new GateItem("SchedulingGates", List.of("quota"), List.of(FACT))),
                        List.of(REJECTION),
                        List.of("NodeResourcesFit: 100 against 90 (+10)"),
                        List.of(REQUEUE),
                        List.of("NodeResourcesFit: reduce the pod's requests"),
                        List.of(UNSCHEDULABLE)));
        all.put(
                "dry-run",
                new DryRunAnswer(
                        NOW,
                        "shop/web",
                        "default-scheduler",
                        "scheduled",
                        "shop/web would be scheduled to n1: 2 of 3 nodes fit.",
                        "This is a dry run on the current state. Extenders are not called.",
                        "",
                        List.of(),
                        List.of("n1"),
                        false,
                        3,
                        2,
                        Map.of("DynamicResources", List.of("claim gpu: device gpu-0 of n1")),
                        Optional.of(PREEMPTION),
                        List.of(REJECTION),
                        List.of("NodeResourcesFit: delete pods"),
                        List.of(
                                new NodeResultItem("n1", Optional.empty(), Optional.of(SCORES)),
                                new NodeResultItem(
                                        "n2", Optional.empty(), Optional.of(OTHER_SCORES)))));
        all.put(
                "explain-node",
                new ExplainNodeAnswer(
                        NOW,
                        NODE,
                        RESOURCES,
                        "n1 has 2 pods. Of the pending pods, 2 would fit and 3 would not; 4 more"
                                + " were not evaluated.",
                        List.of(
                                new PodRejectionItem(
                                        "NodeResourcesFit",
                                        List.of("Insufficient cpu"),
                                        2,
                                        List.of("shop/a", "shop/b"),
                                        "node-resources-fit",
                                        List.of(FACT))),
                        2,
                        3,
                        4,
                        1));
        all.put(
                "why-not",
                new WhyNotAnswer(
                        NOW,
                        "shop/web",
                        "n2",
                        "fits",
                        "shop/web fits on n2 with a total score of 90, but n1 has 120.",
                        "This is a dry run on the current state. Extenders are not called.",
                        Optional.of(REJECTION),
                        List.of("NodeResourcesFit: delete pods"),
                        Optional.of(OTHER_SCORES),
                        Optional.of(SCORES)));
        all.put(
                "history",
                new HistoryAnswer(
                        List.of(NOW - 1_000, NOW),
                        List.of(10L, 0L),
                        List.of(1L, 0L),
                        List.of(0L, 0L),
                        List.of(OptionalLong.of(80), OptionalLong.empty()),
                        List.of(OptionalLong.of(400), OptionalLong.empty()),
                        List.of(1L, 0L),
                        List.of(2L, 0L),
                        List.of(3L, 0L),
                        List.of(4L, 0L),
                        List.of(5L, 0L),
                        List.of(6L, 0L)));
        all.put("status", STATUS);
        all.put("nodes-event", new NodesEvent(NOW, 43, false, List.of(NODE), List.of("n9")));
        all.put("decisions-event", new DecisionsEvent(List.of(SCHEDULED), 12));
        all.put(
                "second",
                new HistorySecond(
                        NOW,
                        10,
                        1,
                        0,
                        OptionalLong.of(80),
                        OptionalLong.of(400),
                        1,
                        2,
                        3,
                        4,
                        5,
                        6));
        all.put("help", new HelpAnswer(List.of(new HelpPageItem("node-ports", "NodePorts"))));
        all.put(
                "examples",
                new ExamplesAnswer(
                        List.of(
                                new ExampleItem(
                                        "spread", "Pods spread over zones", "kind: Pod\n"))));
        all.put(
                "error",
                new ErrorAnswer(
                        "this replica is a standby: ask leader-1", Optional.of("leader-1")));
        return all;
    }
}
