package dev.berth.bench;

import static dev.berth.bench.ClusterAction.measure;
import static dev.berth.bench.ClusterAction.put;
import static dev.berth.bench.WorkloadObjects.asking;
import static dev.berth.bench.WorkloadObjects.defaults;

import dev.berth.model.ClaimReference;
import dev.berth.model.CsiDriver;
import dev.berth.model.CsiNode;
import dev.berth.model.KubeObject;
import dev.berth.model.LabelSelector;
import dev.berth.model.Labels;
import dev.berth.model.Meta;
import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.PersistentVolume;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.Quantity;
import dev.berth.model.Requirement;
import dev.berth.model.StorageCapacity;
import dev.berth.model.StorageClass;
import dev.berth.model.WellKnownLabels;
import dev.berth.model.json.Json;
import dev.berth.testkit.PodBuilder;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/// Workloads of pods with volumes. Upstream's pods have one bound volume each. The workloads with
/// delayed binding are Berth's.
final class VolumeWorkloads {
    private static final String EBS = "ebs.csi.aws.com";
    private static final String WAITING = "waiting";
    private static final int LIMIT = 39;
    private static final Quantity SIZE = Quantity.parse("1Gi");
    private static final List<String> MODES = List.of("ReadOnlyMany");

    private VolumeWorkloads() {}

    static List<Workload> all() {
        return List.of(
                new Workload(
                        "SchedulingSecrets",
                        "pods with a secret volume",
                        new Workload.Size(5_000, 1_000, 10_000),
                        VolumeWorkloads::secrets),
                bound(
                        "SchedulingInTreePVs",
                        "pods with a bound in-tree volume",
                        new Workload.Size(5_000, 1_000, 2_000),
                        VolumeWorkloads::old,
                        nodes -> List.of()),
                bound(
                        "SchedulingMigratedInTreePVs",
                        "pods with a bound in-tree volume that is migrated to CSI, 39 for each"
                                + " node",
                        new Workload.Size(5_000, 5_000, 5_000),
                        VolumeWorkloads::old,
                        nodes -> drivers(nodes, "kubernetes.io/aws-ebs")),
                bound(
                        "SchedulingCSIPVs",
                        "pods with a bound CSI volume, 39 for each node",
                        new Workload.Size(5_000, 5_000, 5_000),
                        VolumeWorkloads::driven,
                        nodes -> drivers(nodes, "")),
                new Workload(
                        "PreemptionPVs",
                        "pods with a volume that preempt others, of which four fill a node",
                        new Workload.Size(5_000, 20_000, 5_000),
                        VolumeWorkloads::preempting),
                new Workload(
                        "SchedulingWaitingPVs",
                        "pods with delayed binding to twice as many volumes that all nodes can"
                                + " access",
                        new Workload.Size(5_000, 0, 5_000),
                        size -> waiting(size, i -> Optional.empty())),
                new Workload(
                        "SchedulingLocalPVs",
                        "pods with delayed binding to volumes that only one node can access",
                        new Workload.Size(5_000, 0, 5_000),
                        size -> waiting(size, i -> Optional.of("node-" + i % size.nodes()))),
                new Workload(
                        "SchedulingNodeCapacities",
                        "pods whose volumes are provisioned by a driver that reports its capacity",
                        new Workload.Size(5_000, 0, 5_000),
                        VolumeWorkloads::counted));
    }

    /// Creates the volume for a claim.
    private interface Source {
        PersistentVolume of(String name, ClaimReference claim);
    }

    private interface PerNode {
        List<CsiNode> of(int nodes);
    }

    private static Workload.Plan secrets(Workload.Size size) {
        PodCopies copies =
                PodCopies.of(defaults().volume("secret", "{\"secretName\":\"secret\"}"), "default");
        return Workload.Plan.of(
                WorkloadStage.of(
                        put(WorkloadObjects.nodes(size.nodes(), List.of())),
                        put(copies.make("init", size.init()))),
                WorkloadStage.of(measure(copies.make("measured", size.pods()))));
    }

    private static Workload bound(
            String name, String description, Workload.Size size, Source source, PerNode drivers) {
        return new Workload(
                name,
                description,
                size,
                wanted ->
                        Workload.Plan.of(
                                WorkloadStage.of(
                                        put(WorkloadObjects.nodes(wanted.nodes(), List.of())),
                                        put(drivers.of(wanted.nodes())),
                                        put(pairs("init", wanted.init(), source)),
                                        put(pairs("measured", wanted.pods(), source)),
                                        put(
                                                users("init", WorkloadObjects::defaults)
                                                        .make("init", wanted.init()))),
                                WorkloadStage.of(
                                        measure(
                                                users("measured", WorkloadObjects::defaults)
                                                        .make("measured", wanted.pods())))));
    }

    private static Workload.Plan preempting(Workload.Size size) {
        return Workload.Plan.of(
                WorkloadStage.of(
                        put(WorkloadObjects.nodes(size.nodes(), List.of())),
                        put(pairs("measured", size.pods(), VolumeWorkloads::old)),
                        put(
                                PodCopies.of(asking("900m").priority(0), "default")
                                        .make("init", size.init()))),
                WorkloadStage.of(
                        measure(
                                users("measured", () -> asking("3000m").priority(10))
                                        .make("measured", size.pods()))));
    }

    private static Workload.Plan waiting(Workload.Size size, Reached reached) {
        var objects = new ArrayList<KubeObject>();
        objects.add(
                new StorageClass(
                        Meta.named("", WAITING, WAITING),
                        StorageClass.NO_PROVISIONER,
                        Optional.of(StorageClass.WAIT_FOR_FIRST_CONSUMER),
                        List.of()));
        for (int i = 0; i < 2 * size.pods(); i++) {
            String name = "waiting-pv-" + i;
            objects.add(
                    new PersistentVolume(
                            versioned("", name, Labels.NONE),
                            WAITING,
                            SIZE,
                            MODES,
                            PersistentVolume.FILESYSTEM,
                            "",
                            Optional.empty(),
                            reached.by(i).map(VolumeWorkloads::only),
                            "local",
                            Json.Obj.EMPTY.with("path", "/disk"),
                            PersistentVolume.AVAILABLE));
        }
        for (int i = 0; i < size.pods(); i++) {
            objects.add(claim("measured-" + i, WAITING, "", Labels.NONE, "Pending"));
        }
        return Workload.Plan.of(
                WorkloadStage.of(put(WorkloadObjects.nodes(size.nodes(), List.of())), put(objects)),
                WorkloadStage.of(
                        measure(
                                users("measured", WorkloadObjects::defaults)
                                        .make("measured", size.pods()))));
    }

    private static Workload.Plan counted(Workload.Size size) {
        var objects = new ArrayList<KubeObject>();
        objects.add(
                new StorageClass(
                        Meta.named("", WAITING, WAITING),
                        EBS,
                        Optional.of(StorageClass.WAIT_FOR_FIRST_CONSUMER),
                        List.of()));
        objects.add(new CsiDriver(Meta.named("", EBS, EBS), true, false));
        for (int i = 0; i < size.nodes(); i++) {
            objects.add(
                    new StorageCapacity(
                            versioned("default", "node-" + i, Labels.NONE),
                            WAITING,
                            Optional.of(
                                    new LabelSelector(
                                            Labels.of(WellKnownLabels.HOSTNAME, "node-" + i),
                                            List.of())),
                            Optional.of(Quantity.parse("100Gi")),
                            Optional.empty()));
        }
        for (int i = 0; i < size.pods(); i++) {
            objects.add(claim("measured-" + i, WAITING, "", Labels.NONE, "Pending"));
        }
        return Workload.Plan.of(
                WorkloadStage.of(put(WorkloadObjects.nodes(size.nodes(), List.of())), put(objects)),
                WorkloadStage.of(
                        measure(
                                users("measured", WorkloadObjects::defaults)
                                        .make("measured", size.pods()))));
    }

    /// The only node that can access the volume with this number; empty if all nodes can.
    private interface Reached {
        Optional<String> by(int number);
    }

    private static List<NodeSelectorTerm> only(String node) {
        return List.of(
                new NodeSelectorTerm(
                        List.of(
                                new Requirement(
                                        WellKnownLabels.HOSTNAME, Requirement.IN, List.of(node))),
                        List.of()));
    }

    /// Pods that each use their own claim.
    private static PodCopies users(String prefix, Supplier<PodBuilder> shape) {
        return PodCopies.each(i -> shape.get().volumeClaim(prefix + "-" + i), "default");
    }

    /// Volumes, with the claims that are bound to them.
    private static List<KubeObject> pairs(String prefix, int count, Source source) {
        var pairs = new ArrayList<KubeObject>();
        for (int i = 0; i < count; i++) {
            String name = prefix + "-" + i;
            String volume = "pv-" + name;
            PersistentVolumeClaim claim =
                    claim(
                            name,
                            "",
                            volume,
                            Labels.of(PersistentVolumeClaim.BIND_COMPLETED, "true"),
                            "Bound");
            pairs.add(source.of(volume, ClaimReference.to(claim)));
            pairs.add(claim);
        }
        return pairs;
    }

    private static PersistentVolumeClaim claim(
            String name, String storageClass, String volume, Labels annotations, String phase) {
        return new PersistentVolumeClaim(
                versioned("default", name, annotations),
                Optional.of(storageClass),
                volume,
                MODES,
                Optional.empty(),
                Optional.of(SIZE),
                PersistentVolume.FILESYSTEM,
                "",
                phase);
    }

    private static Meta versioned(String namespace, String name, Labels annotations) {
        return Meta.named(namespace, name, namespace + "/" + name).withAnnotations(annotations);
    }

    private static PersistentVolume old(String name, ClaimReference claim) {
        return pair(name, claim, "awsElasticBlockStore", Json.Obj.EMPTY.with("volumeID", name));
    }

    private static PersistentVolume driven(String name, ClaimReference claim) {
        return pair(
                name,
                claim,
                PersistentVolume.CSI,
                Json.Obj.EMPTY.with("driver", EBS).with("volumeHandle", name));
    }

    private static PersistentVolume pair(
            String name, ClaimReference claim, String source, Json.Obj detail) {
        return new PersistentVolume(
                versioned("", name, Labels.NONE),
                "",
                SIZE,
                MODES,
                PersistentVolume.FILESYSTEM,
                "",
                Optional.of(claim),
                Optional.empty(),
                source,
                detail,
                "Bound");
    }

    private static List<CsiNode> drivers(int nodes, String migrated) {
        Labels annotations =
                migrated.isEmpty()
                        ? Labels.NONE
                        : Labels.of("storage.alpha.kubernetes.io/migrated-plugins", migrated);
        return IntStream.range(0, nodes)
                .mapToObj(i ->
                        new CsiNode(
                                versioned("", "node-" + i, annotations),
                                List.of(new CsiNode.Driver(EBS, OptionalInt.of(LIMIT)))))
                .toList();
    }
}
