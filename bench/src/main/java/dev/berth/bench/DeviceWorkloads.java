package dev.berth.bench;

import static dev.berth.bench.ClusterAction.measure;
import static dev.berth.bench.ClusterAction.put;
import static dev.berth.bench.WorkloadObjects.light;

import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Meta;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.PodClaimStatuses;
import dev.berth.model.device.ResourceClaim;
import dev.berth.model.json.Json;
import dev.berth.testkit.Build;
import dev.berth.testkit.PodBuilder;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// Workloads of pods with devices (`scheduler_perf/dra`). Claims from templates exist as soon as
/// their pods do.
///
/// In the steady workloads, upstream replaces each pod that is scheduled by a new one. Here, ten
/// pods are replaced whenever all ten are bound.
final class DeviceWorkloads {
    private static final String DRIVER = "test-driver.cdi.k8s.io";
    private static final int DEVICES = 10;
    private static final int STEADY_PODS = 10;
    private static final int PODS_PER_CLAIM = 5;

    private DeviceWorkloads() {}

    static List<Workload> all() {
        return List.of(
                burst("SchedulingWithResourceClaimTemplate", size(2_500, 2_500), DEVICES),
                burst(
                        "SchedulingWithResourceClaimTemplate-5000Nodes",
                        new Workload.Size(5_000, 20_000, 5_000),
                        8),
                steady("SteadyStateClusterResourceClaimTemplate-Empty", 0),
                steady("SteadyStateClusterResourceClaimTemplate-Half", 2_500),
                steady("SteadyStateClusterResourceClaimTemplate-Full", 4_990),
                new Workload(
                        "SchedulingWithResourceClaim",
                        "pods of which five share a claim, on nodes with two devices",
                        size(2_500, 2_500),
                        DeviceWorkloads::shared),
                extended(25),
                extended(50),
                new Workload(
                        "ConsumableCapacity",
                        "pods that share devices with another pod, on half-full nodes; ten pods"
                                + " at a time",
                        size(2_000, 5_000),
                        DeviceWorkloads::consumable),
                new Workload(
                        "Partitionable",
                        "pods that use two partitions of a device, on half of the nodes; ten pods"
                                + " at a time",
                        size(250, 5_000),
                        DeviceWorkloads::partitionable));
    }

    private static Workload.Size size(int init, int pods) {
        return new Workload.Size(500, init, pods);
    }

    private static Workload burst(String name, Workload.Size size, int devices) {
        return new Workload(
                name,
                "pods with one device each, on half-full nodes with %d devices".formatted(devices),
                size,
                wanted ->
                        Workload.Plan.of(
                                WorkloadStage.of(
                                        put(cluster(wanted.nodes(), i -> basic(i, devices))),
                                        put(allocated(wanted.init(), devices, 1))),
                                WorkloadStage.of(
                                        generated(wanted.pods(), DeviceWorkloads::oneDevice))));
    }

    private static Workload steady(String name, int init) {
        return new Workload(
                name,
                "pods with one device each, on nodes with 10 devices; ten pods at a time",
                size(init, 5_000),
                wanted ->
                        Workload.Plan.of(
                                WorkloadStage.of(
                                        put(cluster(wanted.nodes(), i -> basic(i, DEVICES))),
                                        put(allocated(wanted.init(), DEVICES, 1))),
                                replacing(
                                        wanted.pods(),
                                        DEVICES * wanted.nodes() - wanted.init(),
                                        DeviceWorkloads::oneDevice)));
    }

    private static Workload.Plan shared(Workload.Size size) {
        return Workload.Plan.of(
                WorkloadStage.of(
                        put(cluster(size.nodes(), i -> basic(i, 2))),
                        put(claims("init", size.init() / PODS_PER_CLAIM)),
                        put(users("init", size.init()))),
                WorkloadStage.of(
                        put(claims("measured", size.pods() / PODS_PER_CLAIM)),
                        measure(users("measured", size.pods()))));
    }

    private static List<ResourceClaim> claims(String prefix, int count) {
        return IntStream.rangeClosed(0, count)
                .mapToObj(i -> oneDevice(prefix + "-" + i, ""))
                .toList();
    }

    private static List<Pod> users(String prefix, int count) {
        return PodCopies.each(
                        i -> light().claim("resource", prefix + "-" + i / PODS_PER_CLAIM),
                        "default")
                .make(prefix, count);
    }

    private static Workload extended(int classes) {
        return new Workload(
                "ExtendedResource-%dClasses".formatted(classes),
                "pods that request one of %d extended resources, which devices provide"
                        .formatted(classes),
                size(2_500, 2_500),
                wanted -> {
                    PodCopies pods =
                            PodCopies.inTurn(
                                    IntStream.range(0, classes)
                                            .mapToObj(i ->
                                                    light().request("example.com/gpu-" + i, "1"))
                                            .toList(),
                                    "default");
                    return Workload.Plan.of(
                            WorkloadStage.of(
                                    put(nodes(wanted.nodes())),
                                    put(slices(wanted.nodes(), i -> basic(i, DEVICES))),
                                    put(
                                            IntStream.range(0, classes)
                                                    .mapToObj(i ->
                                                            deviceClass(
                                                                    "test-class-" + i,
                                                                    ", 'extendedResourceName':"
                                                                            + " 'example.com/gpu-"
                                                                            + i
                                                                            + "'"))
                                                    .toList()),
                                    put(pods.make("init", wanted.init()))),
                            WorkloadStage.of(measure(pods.make("measured", wanted.pods()))));
                });
    }

    private static Workload.Plan consumable(Workload.Size size) {
        IntFunction<String> device =
                i ->
                        ("{'name': 'shareable-device-%d', 'allowMultipleAllocations': true,"
                                        + " 'attributes': {'dra.example.com/index': {'int': %d}},"
                                        + " 'capacity': {'bandwidth': {'requestPolicy': {'default':"
                                        + " '1M', 'validRange': {'min': '1M', 'step': '8'}},"
                                        + " 'value': '10G'}}}")
                                .formatted(i, i);
        Claim claim =
                (name, owner) ->
                        claim(
                                name,
                                owner,
                                "'requests': [{'name': 'req-0', 'exactly': {'deviceClassName':"
                                        + " 'test-class', 'allocationMode': 'ExactCount', 'count':"
                                        + " 2, 'capacity': {'requests': {'bandwidth':"
                                        + " '2500M'}}}}], 'constraints': [{'requests': ['req-0'],"
                                        + " 'distinctAttribute': 'dra.example.com/index'}]",
                                "");
        return Workload.Plan.of(
                WorkloadStage.of(
                        put(cluster(size.nodes(), i -> slice(i, 1, "", devices(4, device)))),
                        put(
                                IntStream.range(0, size.init())
                                        .<KubeObject>mapToObj(
                                                i -> claim.of("init-" + i, uid("init-" + i)))
                                        .toList()),
                        put(
                                IntStream.range(0, size.init())
                                        .mapToObj(i -> pod("init-" + i))
                                        .toList())),
                replacing(size.pods(), STEADY_PODS, claim));
    }

    private static Workload.Plan partitionable(Workload.Size size) {
        var slices = new ArrayList<KubeObject>();
        for (int i = 0; i < size.nodes(); i++) {
            slices.add(
                    slice(
                            i,
                            2,
                            "-countersets",
                            "'sharedCounters': [{'name': 'counter-set', 'counters': {'counter1':"
                                    + " {'value': '1'}, 'counter2': {'value': '1'}, 'counter3':"
                                    + " {'value': '1'}, 'counter4': {'value': '1'}}}]"));
        }
        IntFunction<String> device =
                i ->
                        ("{'name': 'basic-device-%d', 'consumesCounters': [{'counterSet':"
                                        + " 'counter-set', 'counters': {'counter%d': {'value':"
                                        + " '1'}, 'counter%d': {'value': '1'}}}]}")
                                .formatted(i, 2 * i + 1, 2 * i + 2);
        Claim claim = (name, owner) -> claim(name, owner, requests(2), "");
        return Workload.Plan.of(
                WorkloadStage.of(
                        put(slices),
                        put(cluster(size.nodes(), i -> slice(i, 2, "", devices(2, device)))),
                        put(allocated(size.init(), 2, 2))),
                replacing(size.pods(), size.nodes() - size.init(), claim));
    }

    /// Creates ten pods, and replaces them when they are bound.
    ///
    /// @param fitting the number of pods that fit at the same time, which can be less than ten
    private static WorkloadStage replacing(int count, int fitting, Claim claim) {
        int atOnce = Math.min(STEADY_PODS, fitting);
        var rounds = new ArrayList<ClusterAction>();
        for (int from = 0; from < count; from += atOnce) {
            var round = new ArrayList<ClusterAction>();
            for (int i = from; i < Math.min(count, from + atOnce); i++) {
                Pod done = pod("measured-" + (i - atOnce));
                if (i >= atOnce) {
                    round.add(api -> api.delete(done));
                }
            }
            for (int i = from; i < Math.min(count, from + atOnce); i++) {
                round.add(create("measured-" + i, claim));
            }
            rounds.add(api -> round.forEach(each -> each.on(api)));
        }
        return WorkloadStage.of().meanwhile(Integer.MAX_VALUE, rounds);
    }

    private static List<ClusterAction> generated(int count, Claim claim) {
        return IntStream.range(0, count).mapToObj(i -> create("measured-" + i, claim)).toList();
    }

    private static ClusterAction create(String name, Claim claim) {
        ResourceClaim created = claim.of(name, uid(name));
        Pod user = pod(name);
        return api -> {
            api.put(created);
            api.measure(user);
        };
    }

    /// Creates a claim.
    @FunctionalInterface
    private interface Claim {
        /// @param owner the UID of the pod that the claim is generated for; empty if none
        ResourceClaim of(String name, String owner);
    }

    private static final PodBuilder SHAPE =
            light().claimTemplate("resource", "test-claim-template");
    private static final Pod LIKE = SHAPE.build();

    /// A pod whose claim was generated from a template and has its name.
    private static Pod pod(String name) {
        return new Pod(
                Meta.named("default", name, uid(name)),
                LIKE.spec(),
                InstantApi.with(
                        LIKE.status(),
                        List.of(),
                        new PodClaimStatuses(
                                List.of(
                                        new PodClaimStatuses.Generated(
                                                "resource", Optional.of(name))),
                                Optional.empty())));
    }

    private static String uid(String pod) {
        return "default/" + pod;
    }

    private static List<Node> nodes(int count) {
        return WorkloadObjects.nodes(
                count, i -> Build.node(nodeName(i)).label("node-with-dra", "true"));
    }

    private static String nodeName(int index) {
        return "scheduler-perf-dra-" + index;
    }

    private static List<KubeObject> cluster(int count, IntFunction<KubeObject> slice) {
        var objects = new ArrayList<KubeObject>(nodes(count));
        objects.add(deviceClass("test-class", ""));
        objects.addAll(slices(count, slice));
        return objects;
    }

    private static List<KubeObject> slices(int count, IntFunction<KubeObject> slice) {
        return IntStream.range(0, count).mapToObj(slice).toList();
    }

    private static KubeObject deviceClass(String name, String more) {
        return object(
                Kind.DEVICE_CLASS,
                ("{'metadata': {'name': '%s'}, 'spec': {'selectors': [{'cel': {'expression':"
                                + " 'device.driver == \\\"%s\\\"'}}]%s}}")
                        .formatted(name, DRIVER, more));
    }

    private static KubeObject basic(int node, int devices) {
        return slice(node, 1, "", devices(devices, DeviceWorkloads::basicDevice));
    }

    private static String basicDevice(int index) {
        return ("{'name': 'basic-device-%d', 'attributes': {'driver': {'string': 'xe'},"
                        + " 'driverVersion': {'version': '1.2.3'}, 'family': {'string': 'Arc Pro"
                        + " B-Series'}, 'health': {'string': 'Healthy'}, 'model': {'string':"
                        + " 'B60'}, 'pciAddress': {'string': '0000:0%d:00.0'}, 'pciId': {'string':"
                        + " '0xe211'}, 'pciRoot': {'string': '0%d'},"
                        + " 'resource.kubernetes.io/pciRoot': {'string': 'pci0000:0%d'}, 'sriov':"
                        + " {'bool': true}, 'type': {'string': 'gpu'}}, 'capacity': {'memory':"
                        + " {'value': '24480Mi'}, 'millicores': {'value': '1k'}}}")
                .formatted(index, index, index % 2, index % 2);
    }

    private static String devices(int count, IntFunction<String> device) {
        return "'devices': [%s]"
                .formatted(String.join(", ", IntStream.range(0, count).mapToObj(device).toList()));
    }

    private static KubeObject slice(int node, int count, String suffix, String content) {
        return object(
                Kind.RESOURCE_SLICE,
                ("{'metadata': {'name': 'resourceslice-%d%s'}, 'spec': {'driver': '%s', 'pool':"
                                + " {'name': 'resourceslice-%d', 'generation': 1,"
                                + " 'resourceSliceCount': %d}, 'nodeName': '%s', %s}}")
                        .formatted(node, suffix, DRIVER, node, count, nodeName(node), content));
    }

    private static ResourceClaim oneDevice(String name, String owner) {
        return claim(name, owner, requests(1), "");
    }

    private static String requests(int count) {
        return ("'requests': [{'name': 'req-0', 'exactly': {'deviceClassName': 'test-class',"
                        + " 'allocationMode': 'ExactCount', 'count': %d}}]")
                .formatted(count);
    }

    /// Claims that fill one node after the other.
    ///
    /// @param devices the number of devices of a node
    /// @param each the number of devices of a claim
    private static List<KubeObject> allocated(int count, int devices, int each) {
        return IntStream.range(0, count)
                .<KubeObject>mapToObj(i -> {
                    int first = i * each;
                    List<String> results =
                            IntStream.range(first, first + each)
                                    .mapToObj(device ->
                                            ("{'request': 'req-0', 'driver': '%s', 'pool':"
                                                            + " 'resourceslice-%d', 'device':"
                                                            + " 'basic-device-%d'}")
                                                    .formatted(
                                                            DRIVER,
                                                            device / devices,
                                                            device % devices))
                                    .toList();
                    return claim(
                            "allocated-" + i,
                            "",
                            requests(each),
                            "'allocation': {'devices': {'results': [%s]}}"
                                    .formatted(String.join(", ", results)));
                })
                .toList();
    }

    private static ResourceClaim claim(String name, String owner, String devices, String status) {
        String owners =
                owner.isEmpty()
                        ? ""
                        : (", 'ownerReferences': [{'apiVersion': 'v1', 'kind': 'Pod', 'name':"
                                        + " '%s', 'uid': '%s', 'controller': true}]")
                                .formatted(name, owner);
        return (ResourceClaim)
                object(
                        Kind.RESOURCE_CLAIM,
                        ("{'metadata': {'namespace': 'default', 'name': '%s', 'uid': 'claim-%s'%s},"
                                        + " 'spec': {'devices': {%s}}, 'status': {%s}}")
                                .formatted(name, name, owners, devices, status));
    }

    /// An object from JSON with single quotes.
    private static KubeObject object(Kind kind, String text) {
        return new Decoder().object(kind, (Json.Obj) Json.parse(text.replace('\'', '"')));
    }
}
