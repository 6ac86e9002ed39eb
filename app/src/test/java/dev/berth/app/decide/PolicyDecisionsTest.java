package dev.berth.app.decide;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.manifest.Manifests;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.util.List;

/// Every predicate and priority that a Policy can name, from its entry to the verdict or the score.
class PolicyDecisionsTest {
    private static final CaseAnswers ANSWERS = new CaseAnswers();

    /// @param entry of the Policy
    /// @param objects beside the node `only`
    /// @param node what is to be added to the node: labels, spec, allocatable
    /// @param pod its fields
    record Predicate(
            String entry, String node, String objects, String pod, String plugin, String reason) {
        @Override
        public String toString() {
            return entry;
        }
    }

    private static final String BUSY =
            "spec: {containers: [{name: c, resources: {requests: {cpu: 100}}}]}";
    private static final String PLAIN = "spec: {containers: [{name: c}]}";
    private static final String HOST_PORT =
            "spec: {%scontainers: [{name: c, ports: [{containerPort: 80, hostPort: 80, protocol:"
                    + " TCP}]}]}";

    private static final String PORTS_TAKEN =
            "- {apiVersion: v1, kind: Pod, metadata: {name: r, namespace: default}, "
                    + HOST_PORT.formatted("nodeName: only, ")
                    + "}";

    private static final String CLAIM_AND_VOLUME =
            """
            - apiVersion: v1
              kind: PersistentVolumeClaim
              metadata: {name: data, namespace: default, uid: u1, annotations: {pv.kubernetes.io/bind-completed: "yes"}}
              spec: {volumeName: vol, storageClassName: "", accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
              status: {phase: Bound}
            - apiVersion: v1
              kind: PersistentVolume
              metadata: {name: vol%s}
              spec:
                capacity: {storage: 1Gi}
                accessModes: [ReadWriteOnce]
                claimRef: {name: data, namespace: default, uid: u1}
                %s
            """;

    private static final String WITH_CLAIM =
            "spec: {containers: [{name: c}], volumes: [{name: v, persistentVolumeClaim: {claimName:"
                    + " data}}]}";

    private static Predicate disks(String entry, String resource, String source, String plugin) {
        return new Predicate(
                "{name: %s}".formatted(entry),
                "status: {allocatable: {cpu: 4, memory: 8Gi, pods: 10, %s: 1}}".formatted(resource),
                "- {apiVersion: v1, kind: Pod, metadata: {name: r, namespace: default}, spec: {nodeName: only, containers: [{name: c}], volumes: [{name: v, %s}]}}"
                        .formatted(source.formatted("one")),
                "spec: {containers: [{name: c}], volumes: [{name: v, %s}]}"
                        .formatted(source.formatted("two")),
                plugin,
                "node(s) exceed max volume count");
    }

    static final List<Predicate> PREDICATES =
            List.of(
                    new Predicate(
                            "{name: GeneralPredicates}",
                            "",
                            "",
                            BUSY,
                            "NodeResourcesFit",
                            "Insufficient cpu"),
                    new Predicate(
                            "{name: GeneralPredicates}",
                            "",
                            "",
                            "spec: {nodeName: other, containers: [{name: c}]}",
                            "NodeName",
                            "node(s) didn't match the requested node name"),
                    new Predicate(
                            "{name: GeneralPredicates}",
                            "",
                            PORTS_TAKEN,
                            HOST_PORT.formatted(""),
                            "NodePorts",
                            "node(s) didn't have free ports for the requested pod ports"),
                    new Predicate(
                            "{name: GeneralPredicates}",
                            "",
                            "",
                            "spec: {nodeSelector: {disk: ssd}, containers: [{name: c}]}",
                            "NodeAffinity",
                            "node(s) didn't match Pod's node affinity/selector"),
                    new Predicate(
                            "{name: PodFitsResources}",
                            "",
                            "",
                            BUSY,
                            "NodeResourcesFit",
                            "Insufficient cpu"),
                    new Predicate(
                            "{name: HostName}",
                            "",
                            "",
                            "spec: {nodeName: other, containers: [{name: c}]}",
                            "NodeName",
                            "node(s) didn't match the requested node name"),
                    new Predicate(
                            "{name: PodFitsHostPorts}",
                            "",
                            PORTS_TAKEN,
                            HOST_PORT.formatted(""),
                            "NodePorts",
                            "node(s) didn't have free ports for the requested pod ports"),
                    new Predicate(
                            "{name: PodFitsPorts}",
                            "",
                            PORTS_TAKEN,
                            HOST_PORT.formatted(""),
                            "NodePorts",
                            "node(s) didn't have free ports for the requested pod ports"),
                    new Predicate(
                            "{name: MatchNodeSelector}",
                            "",
                            "",
                            "spec: {nodeSelector: {disk: ssd}, containers: [{name: c}]}",
                            "NodeAffinity",
                            "node(s) didn't match Pod's node affinity/selector"),
                    new Predicate(
                            "{name: NoDiskConflict}",
                            "",
                            "- {apiVersion: v1, kind: Pod, metadata: {name: r, namespace: default},"
                                    + " spec: {nodeName: only, containers: [{name: c}], volumes:"
                                    + " [{name: v, gcePersistentDisk: {pdName: d}}]}}",
                            "spec: {containers: [{name: c}], volumes: [{name: v, gcePersistentDisk:"
                                    + " {pdName: d}}]}",
                            "VolumeRestrictions",
                            "node(s) had no available disk"),
                    new Predicate(
                            "{name: NoVolumeZoneConflict}",
                            "metadata: {name: only, labels: {topology.kubernetes.io/zone: a}}",
                            CLAIM_AND_VOLUME.formatted(
                                    ", labels: {topology.kubernetes.io/zone: b}", "nfs: {}"),
                            WITH_CLAIM,
                            "VolumeZone",
                            "node(s) had no available volume zone"),
                    new Predicate(
                            "{name: CheckVolumeBinding}",
                            "",
                            CLAIM_AND_VOLUME.formatted(
                                    "",
                                    "nodeAffinity: {required: {nodeSelectorTerms:"
                                            + " [{matchExpressions: [{key: zone, operator:"
                                            + " Exists}]}]}}"),
                            WITH_CLAIM,
                            "VolumeBinding",
                            "node(s) didn't match PersistentVolume's node affinity"),
                    new Predicate(
                            "{name: MaxCSIVolumeCountPred}",
                            "",
                            CLAIM_AND_VOLUME.formatted(
                                            "", "csi: {driver: csi.example.com, volumeHandle: h}")
                                    + """
                                    - apiVersion: storage.k8s.io/v1
                                      kind: CSINode
                                      metadata: {name: only}
                                      spec: {drivers: [{name: csi.example.com, nodeID: only, allocatable: {count: 0}}]}
                                    """,
                            WITH_CLAIM,
                            "NodeVolumeLimits",
                            "node(s) exceed max volume count"),
                    disks(
                            "MaxEBSVolumeCount",
                            "attachable-volumes-aws-ebs",
                            "awsElasticBlockStore: {volumeID: %s}",
                            "EBSLimits"),
                    disks(
                            "MaxGCEPDVolumeCount",
                            "attachable-volumes-gce-pd",
                            "gcePersistentDisk: {pdName: %s}",
                            "GCEPDLimits"),
                    disks(
                            "MaxAzureDiskVolumeCount",
                            "attachable-volumes-azure-disk",
                            "azureDisk: {diskName: %1$s, diskURI: %1$s}",
                            "AzureDiskLimits"),
                    disks(
                            "MaxCinderVolumeCount",
                            "attachable-volumes-cinder",
                            "cinder: {volumeID: %s}",
                            "CinderLimits"),
                    new Predicate(
                            "{name: MatchInterPodAffinity}",
                            "metadata: {name: only, labels: {kubernetes.io/hostname: only}}",
                            "- {apiVersion: v1, kind: Pod, metadata: {name: r, namespace: default,"
                                + " labels: {app: a}}, spec: {nodeName: only, containers: [{name:"
                                + " c}]}}",
                            "spec: {affinity: {podAntiAffinity:"
                                + " {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey:"
                                + " kubernetes.io/hostname, labelSelector: {matchLabels: {app:"
                                + " a}}}]}}, containers: [{name: c}]}",
                            "InterPodAffinity",
                            "node(s) didn't match pod anti-affinity rules"),
                    new Predicate(
                            "{name: EvenPodsSpread}",
                            "",
                            "",
                            "spec: {topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone,"
                                    + " whenUnsatisfiable: DoNotSchedule, labelSelector: {}}],"
                                    + " containers: [{name: c}]}",
                            "PodTopologySpread",
                            "node(s) didn't match pod topology spread constraints (missing required"
                                    + " label)"),
                    new Predicate(
                            "{name: Zoned, argument: {labelsPresence: {labels: [zone], presence:"
                                    + " true}}}",
                            "",
                            "",
                            PLAIN,
                            "NodeLabel",
                            "node(s) didn't have the requested labels"),
                    new Predicate(
                            "{name: CheckNodeLabelPresence, argument: {labelsPresence: {labels:"
                                    + " [retiring], presence: false}}}",
                            "metadata: {name: only, labels: {retiring: soon}}",
                            "",
                            PLAIN,
                            "NodeLabel",
                            "node(s) didn't have the requested labels"),
                    new Predicate(
                            "{name: CheckServiceAffinity, argument: {serviceAffinity: {labels:"
                                    + " [zone]}}}",
                            "metadata: {name: only, labels: {zone: b}}",
                            "",
                            "spec: {nodeSelector: {zone: a}, containers: [{name: c}]}",
                            "ServiceAffinity",
                            "node(s) didn't match service affinity"),
                    new Predicate(
                            "{name: SameZone, argument: {serviceAffinity: {labels: [zone]}}}",
                            "",
                            "",
                            "spec: {nodeSelector: {zone: a}, containers: [{name: c}]}",
                            "ServiceAffinity",
                            "node(s) didn't match service affinity"));

    @ParameterizedTest
    @FieldSource("PREDICATES")
    void aPredicateThatIsNamedRejects(Predicate each) {
        Json record = decided("predicates: [%s]".formatted(each.entry()), each);
        assertThat(record.textAt("nodes", "only", "plugin")).hasValue(each.plugin());
        assertThat(record.textAt("nodes", "only", "reasons", "0")).hasValue(each.reason());
        assertThat(decided("predicates: []", each).textAt("outcome")).hasValue("scheduled");
    }

    @ParameterizedTest
    @FieldSource("MANDATORY")
    void aMandatoryPredicateRejectsWhetherNamedOrNot(Predicate each) {
        for (String policy :
                List.of("predicates: [%s]".formatted(each.entry()), "predicates: []")) {
            Json record = decided(policy, each);
            assertThat(record.textAt("nodes", "only", "plugin")).hasValue(each.plugin());
            assertThat(record.textAt("nodes", "only", "reasons", "0")).hasValue(each.reason());
        }
    }

    static final List<Predicate> MANDATORY =
            List.of(
                    new Predicate(
                            "{name: PodToleratesNodeTaints}",
                            "spec: {taints: [{key: gpu, value: a, effect: NoSchedule}]}",
                            "",
                            PLAIN,
                            "TaintToleration",
                            "node(s) had untolerated taint(s)"),
                    new Predicate(
                            "{name: CheckNodeUnschedulable}",
                            "spec: {unschedulable: true}",
                            "",
                            PLAIN,
                            "NodeUnschedulable",
                            "node(s) were unschedulable"));

    @Test
    void allPredicatesAreAskedWhereThePolicyWantsThemTo() {
        var both =
                new Predicate(
                        "",
                        "",
                        "",
                        "spec: {nodeSelector: {disk: ssd}, containers: [{name: c, resources:"
                                + " {requests: {cpu: 100}}}]}",
                        "",
                        "");
        String predicates = "predicates: [{name: PodFitsResources}, {name: MatchNodeSelector}]\n";
        assertThat(decided(predicates, both).textAt("message").orElseThrow())
                .doesNotContain("Insufficient cpu");
        assertThat(
                        decided(predicates + "alwaysCheckAllPredicates: true", both)
                                .textAt("message")
                                .orElseThrow())
                .contains("Insufficient cpu", "node(s) didn't match Pod's node affinity/selector");
    }

    /// @param objects beside the nodes `a` and `b`, of which `a` is to be the better
    /// @param scoreOfA worked out by hand, times the weight
    /// @param scoreOfB likewise
    record Priority(
            String entry,
            String a,
            String b,
            String objects,
            String pod,
            String plugin,
            long scoreOfA,
            long scoreOfB) {
        @Override
        public String toString() {
            return entry;
        }
    }

    private static final String LOAD =
            "- {apiVersion: v1, kind: Pod, metadata: {name: %s, namespace: default, labels: {app:"
                + " x}}, spec: {nodeName: %s, containers: [{name: c, resources: {requests: {cpu:"
                + " %s, memory: %s}}}]}}\n";
    private static final String ODD = "status: {allocatable: {cpu: 7, memory: 13Gi, pods: 10}}";
    private static final String SMALL =
            "spec: {containers: [{name: c, resources: {requests: {cpu: 1, memory: 1Gi}}}]}";
    private static final String SERVICE =
            "- {apiVersion: v1, kind: Service, metadata: {name: s, namespace: default}, spec:"
                    + " {selector: {app: x}}}\n";
    private static final String OF_SERVICE =
            "metadata: {name: p, namespace: default, labels: {app: x}}\n" + PLAIN;

    private static String load(String node) {
        return LOAD.formatted("r", node, "2", "4Gi");
    }

    /// So many pods of the application on each node.
    private static String pods(int onA, int onB) {
        var pods = new StringBuilder();
        for (int i = 0; i < onA + onB; i++) {
            pods.append(LOAD.formatted("r" + i, i < onA ? "a" : "b", "100m", "100Mi"));
        }
        return pods.toString();
    }

    /// A priority of weight 2.
    private static Priority named(
            String name,
            String a,
            String b,
            String objects,
            String pod,
            String plugin,
            long scoreOfA,
            long scoreOfB) {
        return new Priority(
                "{name: %s, weight: 2}".formatted(name),
                a,
                b,
                objects,
                pod,
                plugin,
                2 * scoreOfA,
                2 * scoreOfB);
    }

    static final List<Priority> PRIORITIES =
            List.of(
                    // cpu 600/7 and 400/7, memory 1200/13 and 800/13: means of 85, 92 and 57, 61
                    named(
                            "LeastRequestedPriority",
                            ODD,
                            ODD,
                            load("b"),
                            SMALL,
                            "NodeResourcesFit",
                            88,
                            59),
                    // cpu 300/7 and 100/7, memory 500/13 and 100/13: means of 42, 38 and 14, 7
                    named(
                            "MostRequestedPriority",
                            ODD,
                            ODD,
                            load("a"),
                            SMALL,
                            "NodeResourcesFit",
                            40,
                            10),
                    // cpu 100 - 400/7 and 100 - 600/7, memory 100 - 800/13 and 100 - 1200/13: means
                    // of 43, 39 and 15, 8, rounded
                    new Priority(
                            "{name: Packed, weight: 2, argument:"
                                + " {requestedToCapacityRatioArguments: {shape: [{utilization: 0,"
                                + " score: 0}, {utilization: 100, score: 10}]}}}",
                            ODD,
                            ODD,
                            load("a"),
                            SMALL,
                            "RequestedToCapacityRatio",
                            2 * 41,
                            2 * 12),
                    // On the way from (20, 3) to (50, 8): 30 + 50*23/30 and 30 + 50*19/30, then 30
                    // for both: means of 68, 61 and 30, 30, cpu three times
                    new Priority(
                            "{name: RequestedToCapacityRatio, weight: 2, argument:"
                                + " {requestedToCapacityRatioArguments: {shape: [{utilization: 20,"
                                + " score: 3}, {utilization: 50, score: 8}], resources: [{name:"
                                + " cpu, weight: 3}, {name: memory, weight: 1}]}}}",
                            ODD,
                            ODD,
                            load("a"),
                            SMALL,
                            "RequestedToCapacityRatio",
                            2 * 66,
                            2 * 30),
                    // 1 - |1/7 - 1/13| and 1 - |4/7 - 2/13|
                    named(
                            "BalancedResourceAllocation",
                            ODD,
                            ODD,
                            LOAD.formatted("r", "b", "3", "1Gi"),
                            SMALL,
                            "BalancedResourceAllocation",
                            93,
                            58),
                    // 100 * (3 - 1) / 3 and 100 * (3 - 3) / 3
                    named(
                            "SelectorSpreadPriority",
                            "",
                            "",
                            SERVICE + pods(1, 3),
                            OF_SERVICE,
                            "SelectorSpread",
                            66,
                            0),
                    // With all in one zone 1/3 of that.
                    named(
                            "ServiceSpreadingPriority",
                            "metadata: {name: a, labels: {topology.kubernetes.io/zone: z}}",
                            "metadata: {name: b, labels: {topology.kubernetes.io/zone: z}}",
                            SERVICE + pods(1, 3),
                            OF_SERVICE,
                            "SelectorSpread",
                            22,
                            0),
                    // 100 * (3 - 1) / 3 and 100 * (3 - 2) / 3
                    new Priority(
                            "{name: Racks, weight: 2, argument: {serviceAntiAffinity: {label:"
                                    + " rack}}}",
                            "metadata: {name: a, labels: {rack: r1}}",
                            "metadata: {name: b, labels: {rack: r2}}",
                            SERVICE + pods(1, 2),
                            OF_SERVICE,
                            "ServiceAffinity",
                            2 * 66,
                            2 * 33),
                    // Two of three labels as wanted, and one; the weight counts three times.
                    new Priority(
                            "{name: Fast, weight: 2, argument: {labelPreference: {label: ssd,"
                                + " presence: true}}}, {name: Big, weight: 2, argument:"
                                + " {labelPreference: {label: big, presence: true}}}, {name: New,"
                                + " weight: 2, argument: {labelPreference: {label: old, presence:"
                                + " false}}}",
                            "metadata: {name: a, labels: {ssd: fast}}",
                            "",
                            "",
                            PLAIN,
                            "NodeLabel",
                            6 * 66,
                            6 * 33),
                    named(
                            "NodePreferAvoidPodsPriority",
                            "",
                            """
                            metadata:
                              name: b
                              annotations:
                                scheduler.alpha.kubernetes.io/preferAvoidPods: '{"preferAvoidPods":[{"podSignature":{"podController":{"kind":"ReplicaSet","uid":"u","apiVersion":"apps/v1","name":"rs","controller":true}}}]}'
                            """,
                            "",
                            "metadata: {name: p, namespace: default, ownerReferences: [{kind:"
                                + " ReplicaSet, apiVersion: apps/v1, name: rs, uid: u, controller:"
                                + " true}]}\n"
                                    + PLAIN,
                            "NodePreferAvoidPods",
                            100,
                            0),
                    // Weights of 3 + 4 and of 3, the most of which is 100.
                    named(
                            "NodeAffinityPriority",
                            "metadata: {name: a, labels: {ssd: fast, big: very}}",
                            "metadata: {name: b, labels: {ssd: fast}}",
                            "",
                            "spec: {affinity: {nodeAffinity:"
                                + " {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 3,"
                                + " preference: {matchExpressions: [{key: ssd, operator:"
                                + " Exists}]}}, {weight: 4, preference: {matchExpressions: [{key:"
                                + " big, operator: Exists}]}}]}}, containers: [{name: c}]}",
                            "NodeAffinity",
                            100,
                            42),
                    // 100 - 100 * 1 / 3 and 100 - 100 * 3 / 3
                    named(
                            "TaintTolerationPriority",
                            "spec: {taints: [{key: one, effect: PreferNoSchedule}]}",
                            "spec: {taints: [{key: one, effect: PreferNoSchedule}, {key: two,"
                                    + " effect: PreferNoSchedule}, {key: three, effect:"
                                    + " PreferNoSchedule}]}",
                            "",
                            PLAIN,
                            "TaintToleration",
                            67,
                            0),
                    // One of two nodes has it: from 23 MiB to 1000 MiB, 900 MB / 2 are so far.
                    named(
                            "ImageLocalityPriority",
                            "status: {allocatable: {cpu: 4, memory: 8Gi, pods: 10}, images:"
                                    + " [{names: [\"shop:1\"], sizeBytes: 900000000}]}",
                            "",
                            "",
                            "spec: {containers: [{name: c, image: \"shop:1\"}]}",
                            "ImageLocality",
                            41,
                            0),
                    // Three pods, one and, in zone c, none.
                    named(
                            "InterPodAffinityPriority",
                            "metadata: {name: a, labels: {zone: a}}",
                            "metadata: {name: b, labels: {zone: b}}",
                            node("c", "metadata: {name: c, labels: {zone: c}}") + pods(3, 1),
                            "spec: {affinity: {podAffinity:"
                                + " {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1,"
                                + " podAffinityTerm: {topologyKey: zone, labelSelector:"
                                + " {matchLabels: {app: x}}}}]}}, containers: [{name: c}]}",
                            "InterPodAffinity",
                            100,
                            33),
                    // ln 4 times 1 and 3, rounded, are 1 and 4: 100 * (4 + 1 - 1) / 4 and
                    // 100 * (4 + 1 - 4) / 4
                    named(
                            "EvenPodsSpreadPriority",
                            "metadata: {name: a, labels: {zone: a}}",
                            "metadata: {name: b, labels: {zone: b}}",
                            pods(1, 3),
                            "spec: {topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone,"
                                + " whenUnsatisfiable: ScheduleAnyway, labelSelector: {matchLabels:"
                                + " {app: x}}}], containers: [{name: c}]}",
                            "PodTopologySpread",
                            100,
                            25),
                    named(
                            "ResourceLimitsPriority",
                            "",
                            "status: {allocatable: {cpu: 1, memory: 1Gi, pods: 10}}",
                            "",
                            "spec: {containers: [{name: c, resources: {limits: {cpu: 2, memory:"
                                    + " 2Gi}}}]}",
                            "NodeResourceLimits",
                            1,
                            0));

    @ParameterizedTest
    @FieldSource("PRIORITIES")
    void aPriorityThatIsNamedScores(Priority each) {
        Json record =
                decided(
                        "predicates: []\npriorities: [%s]".formatted(each.entry()),
                        node("a", each.a()) + node("b", each.b()) + each.objects(),
                        each.pod());
        assertThat(record.textAt("node")).hasValue("a");
        assertThat(List.of(score(record, "a", each.plugin()), score(record, "b", each.plugin())))
                .as("the scores of a and b")
                .containsExactly(each.scoreOfA(), each.scoreOfB());
    }

    @Test
    void severalScoresByRequestsStandBesideEachOther() {
        Json record =
                decided(
                        """
                        predicates: []
                        priorities:
                        - {name: LeastRequestedPriority, weight: 3}
                        - {name: MostRequestedPriority, weight: 1}
                        """,
                        node("a", ODD) + node("b", ODD) + load("b"),
                        SMALL);
        assertThat(record.textAt("node")).hasValue("a");
        assertThat(score(record, "a", "NodeResourcesLeastAllocated")).isEqualTo(3 * 88);
        assertThat(score(record, "b", "NodeResourcesLeastAllocated")).isEqualTo(3 * 59);
        assertThat(score(record, "a", "NodeResourcesMostAllocated")).isEqualTo(10);
        assertThat(score(record, "b", "NodeResourcesMostAllocated")).isEqualTo(40);
    }

    @Test
    void equalPriorityScoresNothing() {
        Json record =
                decided(
                        "predicates: []\npriorities: [{name: EqualPriority, weight: 1}]",
                        node("a", "") + node("b", ""),
                        SMALL);
        assertThat(record.at("nodes", "a", "scores")).hasValue(Json.Obj.EMPTY);
        assertThat(record.textAt("outcome")).hasValue("scheduled");
    }

    private static long score(Json record, String node, String plugin) {
        return record.at("nodes", node, "scores", plugin)
                .map(score -> Long.parseLong(score.text()))
                .orElseThrow(() -> new AssertionError(record.text()));
    }

    private static Json decided(String policy, Predicate each) {
        return decided(policy, node("only", each.node()) + each.objects(), each.pod());
    }

    /// A node of four cores, but for the fields that are given, as an element of a list.
    private static String node(String name, String fields) {
        String metadata =
                fields.contains("metadata:") ? "" : "metadata: {name: %s}\n".formatted(name);
        String status =
                fields.contains("status:")
                        ? ""
                        : "status: {allocatable: {cpu: 4, memory: 8Gi, pods: 10}}\n";
        return "- "
                + ("apiVersion: v1\nkind: Node\n" + metadata + status + fields)
                        .strip()
                        .replace("\n", "\n  ")
                + "\n";
    }

    private static Json decided(String policy, String objects, String pod) {
        String metadata =
                pod.startsWith("metadata") ? "" : "metadata: {name: p, namespace: default}\n";
        String spec = "apiVersion: v1\nkind: Pod\n" + metadata + pod;
        Json given =
                Manifests.parseFirst(
                                "case",
                                "id: one\nconfig:\n"
                                        + ("apiVersion: v1\nkind: Policy\n" + policy).indent(2)
                                        + "objects:\n"
                                        + objects
                                        + "\npods:\n- "
                                        + spec.replace("\n", "\n  "))
                        .json();
        Json named =
                given instanceof Json.Obj one
                        ? one.withAt(
                                List.of("pods"),
                                new Json.Arr(
                                        List.of(
                                                ((Json.Obj) one.at("pods", "0").orElseThrow())
                                                        .withAt(
                                                                List.of("spec", "schedulerName"),
                                                                Json.of("default-scheduler")))))
                        : given;
        CaseAnswers.Answer answer = ANSWERS.answer(1, named.text().getBytes(UTF_8));
        assertThat(answer.read()).as(answer.lines()).isTrue();
        return Json.parse(answer.lines());
    }
}
