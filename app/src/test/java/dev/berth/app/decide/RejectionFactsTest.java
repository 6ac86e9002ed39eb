package dev.berth.app.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.app.Main;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// For every reason of the in-tree plugins, and for every cause of it: the facts and the advice.
class RejectionFactsTest {
    /// One rejected pod.
    ///
    /// @param objects besides the node n1, which has 4 cpu and the label disk=hdd
    /// @param spec of the pod
    /// @param reason that the output contains
    /// @param type of the fact in the JSON output
    /// @param fact the text after the name of the plugin
    /// @param advice the text after the name of the plugin
    /// @param gates feature gates, such as `A=true`; empty for the default
    /// @param configuration a KubeSchedulerConfiguration or a Policy; empty for the default
    record Case(
            String name,
            String objects,
            String spec,
            String plugin,
            String reason,
            String type,
            String fact,
            String advice,
            String configuration,
            String gates) {
        Case(
                String name,
                String objects,
                String spec,
                String plugin,
                String reason,
                String type,
                String fact,
                String advice,
                String configuration) {
            this(name, objects, spec, plugin, reason, type, fact, advice, configuration, "");
        }

        Case(
                String name,
                String objects,
                String spec,
                String plugin,
                String reason,
                String type,
                String fact,
                String advice) {
            this(name, objects, spec, plugin, reason, type, fact, advice, "");
        }

        @Override
        public String toString() {
            return plugin + ": " + name;
        }
    }

    private static final String CLAIM =
            "volumes: [{name: v, persistentVolumeClaim: {claimName: data}}]";

    private static String claim(String metadata, String spec, String status) {
        return """
        ---
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: {name: data, namespace: default, uid: c1%s}
        spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}%s}
        status: {%s}
        """
                .formatted(metadata, spec, status);
    }

    private static String storageClass(String fields) {
        return """
        ---
        apiVersion: storage.k8s.io/v1
        kind: StorageClass
        metadata: {name: fast}
        %s
        """
                .formatted(fields);
    }

    private static String volume(String metadata, String spec) {
        return """
        ---
        apiVersion: v1
        kind: PersistentVolume
        metadata: {name: pv1%s}
        spec:
          capacity: {storage: 1Gi}
          accessModes: [ReadWriteOnce]
          claimRef: {namespace: default, name: data, uid: c1}
          %s
        status: {phase: Bound}
        """
                .formatted(metadata, spec);
    }

    private static String running(String name, String labels, String spec) {
        return """
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: %s, namespace: default, uid: %s, labels: {%s}}
        spec:
          nodeName: n1
          %s
        """
                .formatted(name, name, labels, spec);
    }

    private static final String CONTAINER = "containers: [{name: c}]";
    private static final String BOUND =
            claim(
                    ", annotations: {pv.kubernetes.io/bind-completed: \"yes\"}",
                    ", volumeName: pv1, storageClassName: fast",
                    "phase: Bound");

    static Stream<Case> cases() {
        var all = new ArrayList<Case>();
        all.addAll(ofNodes());
        all.addAll(ofPods());
        all.addAll(ofVolumes());
        all.addAll(ofClaims());
        all.addAll(ofPolicies());
        all.addAll(ofDevices());
        return all.stream();
    }

    private static List<Case> ofNodes() {
        return List.of(
                new Case(
                        "more than any node has",
                        "",
                        "containers: [{name: c, resources: {requests: {cpu: 8}}}]",
                        "NodeResourcesFit",
                        "Insufficient cpu",
                        "resource",
                        "cpu: 8 requested, 4 free of 4 allocatable; too much even for an empty"
                                + " node",
                        "reduce the pod's request for cpu, or add a larger node: the pod would not"
                                + " fit on any node even if it were empty"),
                new Case(
                        "used by other pods",
                        running(
                                "busy",
                                "",
                                "containers: [{name: c, resources: {requests: {cpu: 3}}}]"),
                        "containers: [{name: c, resources: {requests: {cpu: 2}}}]",
                        "NodeResourcesFit",
                        "Insufficient cpu",
                        "resource",
                        "cpu: 2 requested, 1 free of 4 allocatable",
                        "reduce the pod's request for cpu, delete pods, or add a node"),
                new Case(
                        "an extended resource that no node has",
                        "",
                        "containers: [{name: c, resources: {requests: {example.com/gpu: 1},"
                                + " limits: {example.com/gpu: 1}}}]",
                        "NodeResourcesFit",
                        "Insufficient example.com/gpu",
                        "resource",
                        "example.com/gpu: 1 requested; no node has this resource",
                        "add a node that has example.com/gpu, or check the device plugin or the"
                                + " node setting that provides it: no node has this resource"),
                new Case(
                        "the number of pods",
                        running("a", "", CONTAINER) + running("b", "", CONTAINER),
                        CONTAINER,
                        "NodeResourcesFit",
                        "Too many pods",
                        "resource",
                        "pods: 1 requested, 0 free of 2 allocatable",
                        "delete pods, raise the maximum number of pods of the kubelet (maxPods), or"
                                + " add a node"),
                new Case(
                        "a label that no node has",
                        "",
                        "nodeSelector: {gpu: \"yes\"}\n  " + CONTAINER,
                        "NodeAffinity",
                        "node(s) didn't match Pod's node affinity/selector",
                        "node-selector",
                        "node selector gpu=yes: no node has the label gpu",
                        "label a node as the pod's node selector requires, or change the selector:"
                                + " no node has such a label"),
                new Case(
                        "a label with another value",
                        "",
                        "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
                                + " {nodeSelectorTerms: [{matchExpressions: [{key: disk, operator:"
                                + " In, values: [ssd, nvme]}]}]}}}\n  "
                                + CONTAINER,
                        "NodeAffinity",
                        "node(s) didn't match Pod's node affinity/selector",
                        "node-affinity",
                        "node affinity disk in (ssd,nvme): no node matches; 1 node has the label",
                        "change the pod's node selector or node affinity, or label a node to match"
                                + " it"),
                new Case(
                        "different nodes by name at once",
                        "",
                        "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
                                + " {nodeSelectorTerms: [{matchFields: [{key: metadata.name,"
                                + " operator: In, values: [n1]}, {key: metadata.name, operator: In,"
                                + " values: [n2]}]}]}}}\n  "
                                + CONTAINER,
                        "NodeAffinity",
                        "pod affinity terms conflict",
                        "node-affinity",
                        "node affinity metadata.name=n2: no such node exists",
                        "correct the terms of the pod's node affinity: they require different nodes"
                                + " by name at once"),
                new Case(
                        "another node by name",
                        "",
                        "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
                                + " {nodeSelectorTerms: [{matchFields: [{key: metadata.name,"
                                + " operator: In, values: [n9]}]}]}}}\n  "
                                + CONTAINER,
                        "",
                        "node(s) didn't satisfy plugin(s) [NodeAffinity]",
                        "node-affinity",
                        "node affinity metadata.name=n9: no such node exists",
                        "change the pod's node selector or node affinity, or label a node to match"
                                + " it"),
                new Case(
                        "the affinity of the profile",
                        "",
                        CONTAINER,
                        "NodeAffinity",
                        "node(s) didn't match scheduler-enforced node affinity",
                        "added-affinity",
                        "addedAffinity of the profile pool=blue: no node has the label pool",
                        "label a node to match the addedAffinity of the profile, or change the"
                                + " profile",
                        """
                        apiVersion: kubescheduler.config.k8s.io/v1
                        kind: KubeSchedulerConfiguration
                        profiles:
                        - pluginConfig:
                          - name: NodeAffinity
                            args:
                              addedAffinity:
                                requiredDuringSchedulingIgnoredDuringExecution:
                                  nodeSelectorTerms:
                                  - matchExpressions: [{key: pool, operator: In, values: [blue]}]
                        """),
                new Case(
                        "a taint",
                        "taints: [{key: gpu, value: \"yes\", effect: NoSchedule}]",
                        CONTAINER,
                        "TaintToleration",
                        "node(s) had untolerated taint(s)",
                        "taint",
                        "taint gpu=yes:NoSchedule is not tolerated",
                        "add a toleration for the taint to the pod, or remove the taint"),
                new Case(
                        "a taint because of the state of the node",
                        "taints: [{key: node.kubernetes.io/not-ready, effect: NoSchedule}]",
                        CONTAINER,
                        "TaintToleration",
                        "node(s) had untolerated taint(s)",
                        "taint",
                        "taint node.kubernetes.io/not-ready:NoSchedule is not tolerated",
                        "wait until the node is healthy again, or repair it: Kubernetes sets this"
                                + " taint because of the state of the node"),
                new Case(
                        "a cordoned node",
                        "unschedulable: true",
                        CONTAINER,
                        "NodeUnschedulable",
                        "node(s) were unschedulable",
                        "cordon",
                        "the node is cordoned",
                        "uncordon a node: kubectl uncordon NODE"),
                new Case(
                        "a feature of the kubelet",
                        "",
                        "hostNetwork: true\n  hostUsers: false\n  " + CONTAINER,
                        "NodeDeclaredFeatures",
                        "node(s) didn't match Pod's required features",
                        "node-feature",
                        "feature UserNamespacesHostNetworkSupport is not declared",
                        "upgrade the kubelets or enable the feature there, or remove it from the"
                                + " pod"),
                insufficient("memory", "16Gi", "8Gi"),
                insufficient("ephemeral-storage", "2Gi", "1Gi"));
    }

    private static Case insufficient(String resource, String requested, String allocatable) {
        return new Case(
                "more " + resource + " than any node has",
                "",
                "containers: [{name: c, resources: {requests: {%s: %s}}}]"
                        .formatted(resource, requested),
                "NodeResourcesFit",
                "Insufficient " + resource,
                "resource",
                "%s: %s requested, %s free of %s allocatable; too much even for an empty node"
                        .formatted(resource, requested, allocatable, allocatable),
                "reduce the pod's request for %s, or add a larger node: the pod would not fit on any node even if it were empty"
                        .formatted(resource));
    }

    private static List<Case> ofPods() {
        String port = "containers: [{name: c, ports: [{containerPort: 80, hostPort: 80}]}]";
        return List.of(
                new Case(
                        "a host port in use",
                        running("web", "", port),
                        port,
                        "NodePorts",
                        "node(s) didn't have free ports for the requested pod ports",
                        "host-port",
                        "host port 80/TCP is used by default/web",
                        "use another host port or a Service, add a node, or move the pod that uses"
                                + " the port"),
                new Case(
                        "affinity to pods that do not exist",
                        "",
                        podAffinity("podAffinity", "db", "kubernetes.io/hostname"),
                        "InterPodAffinity",
                        "node(s) didn't match pod affinity rules",
                        "pod-affinity",
                        "pod affinity to app=db by kubernetes.io/hostname: no pod matches",
                        "start a pod that the pod's affinity term selects, or correct its label"
                                + " selector or its namespaces: no pod matches"),
                new Case(
                        "affinity by a label that no node has",
                        running("db", "app: db", CONTAINER),
                        podAffinity("podAffinity", "db", "rack"),
                        "InterPodAffinity",
                        "node(s) didn't match pod affinity rules",
                        "pod-affinity",
                        "pod affinity to app=db by rack: 1 pod matches, but no node has the label",
                        "label the nodes with the topologyKey of the pod's affinity term, or"
                                + " correct the key: no node has this label"),
                new Case(
                        "anti-affinity to a running pod",
                        running("db", "app: db", CONTAINER),
                        podAffinity("podAntiAffinity", "db", "kubernetes.io/hostname"),
                        "InterPodAffinity",
                        "node(s) didn't match pod anti-affinity rules",
                        "pod-anti-affinity",
                        "pod anti-affinity to app=db by kubernetes.io/hostname: 1 pod matches in"
                                + " this domain, such as default/db",
                        "add a node in another domain, or use a preferred anti-affinity term: the"
                            + " domain already has a pod that the pod's anti-affinity excludes"),
                new Case(
                        "anti-affinity of a running pod",
                        running(
                                "alone",
                                "app: db",
                                podAffinity("podAntiAffinity", "mine", "kubernetes.io/hostname")),
                        CONTAINER,
                        "InterPodAffinity",
                        "node(s) didn't satisfy existing pods anti-affinity rules",
                        "existing-pod-anti-affinity",
                        "the anti-affinity of default/alone to app=mine by kubernetes.io/hostname"
                                + " excludes this pod",
                        "add a node in another domain, or change the anti-affinity of the existing"
                                + " pod that excludes this pod"),
                new Case(
                        "an invalid term",
                        "",
                        "affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
                            + " [{topologyKey: zone, labelSelector: {matchExpressions: [{key: a,"
                            + " operator: Near}]}}]}}\n"
                            + "  "
                                + CONTAINER,
                        "InterPodAffinity",
                        "parsing pod: requiredAffinityTerms: \"Near\" is not a valid label selector"
                                + " operator",
                        "",
                        "",
                        "correct the invalid term of the pod's affinity"),
                new Case(
                        "too many pods in the domain",
                        running("one", "app: mine", CONTAINER) + otherZone(""),
                        spread("zone"),
                        "PodTopologySpread",
                        "node(s) didn't match pod topology spread constraints",
                        "topology-domains",
                        "pods by zone: a 1, b 0",
                        "free resources in the domains with fewer pods, raise maxSkew, or set"
                                + " whenUnsatisfiable to ScheduleAnyway"),
                new Case(
                        "no label for the domain",
                        "",
                        spread("rack"),
                        "PodTopologySpread",
                        "node(s) didn't match pod topology spread constraints (missing required"
                                + " label)",
                        "topology-spread",
                        "topology spread of app=mine by rack with maxSkew 1: this node does not"
                                + " have the label; no node has the label",
                        "label the node with the topologyKey of the constraint, or correct the"
                                + " key"),
                new Case(
                        "scheduling gates",
                        "",
                        "schedulingGates: [{name: quota}]\n  " + CONTAINER,
                        "SchedulingGates",
                        "waiting for scheduling gates: [quota]",
                        "",
                        "scheduling gate quota",
                        "remove the pod's scheduling gates; usually, the controller that set a gate"
                                + " removes it"));
    }

    private static String podAffinity(String kind, String app, String key) {
        return """
        affinity: {%s: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: %s, labelSelector: {matchLabels: {app: %s}}}]}}
          %s\
        """
                .formatted(kind, key, app, CONTAINER);
    }

    private static String spread(String key) {
        return """
        topologySpreadConstraints: [{maxSkew: 1, topologyKey: %s, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: mine}}}]
          %s\
        """
                .formatted(key, CONTAINER);
    }

    /// A node in another zone without resources.
    private static String otherZone(String spec) {
        return """
        ---
        apiVersion: v1
        kind: Node
        metadata: {name: n2, labels: {zone: b}}
        spec: {%s}
        status: {allocatable: {cpu: 1m, memory: 1Mi, pods: "0"}}
        """
                .formatted(spec);
    }

    private static List<Case> ofDevices() {
        String gpu = "resourceClaims: [{name: gpu, resourceClaimName: gpu}]\n  " + CONTAINER;
        String generated =
                "resourceClaims: [{name: gpu, resourceClaimTemplateName: t}]\n  " + CONTAINER;
        String status = "\nstatus: {resourceClaimStatuses: [{name: gpu, resourceClaimName: gpu}]}";
        String one =
                "{name: r, exactly: {deviceClassName: c, allocationMode: ExactCount, count: 1}}";
        String claim = claimFor("", one, "");
        String deviceClass =
                deviceObject("DeviceClass", "name: c", "{extendedResourceName: x.io/gpu}");
        String resource =
                "containers: [{name: c, resources: {requests: {x.io/gpu: 1}, limits: {x.io/gpu:"
                        + " 1}}}]";
        return List.of(
                ofClaim(
                        "a missing claim",
                        "",
                        gpu,
                        "could not find ResourceClaim \"default/gpu\"",
                        "",
                        "create the ResourceClaim, or correct its name in the pod",
                        ""),
                ofClaim(
                        "a claim that is generated later",
                        "",
                        generated,
                        "pod \"default/p\": ResourceClaim not created yet",
                        "",
                        "wait until the controller manager creates the claim from its template",
                        ""),
                ofClaim(
                        "no claim",
                        "",
                        "resourceClaims: [{name: gpu}]\n  " + CONTAINER,
                        "pod \"default/p\", spec.resourceClaim \"gpu\": none of the supported"
                                + " fields are set",
                        "",
                        "set resourceClaimName or resourceClaimTemplateName in the pod",
                        ""),
                ofClaim(
                        "a claim that is being deleted",
                        claimFor(", deletionTimestamp: \"2026-01-01T00:00:00Z\"", one, ""),
                        gpu,
                        "resourceclaim \"gpu\" is being deleted",
                        "",
                        "use another ResourceClaim",
                        ""),
                ofClaim(
                        "the claim of another pod",
                        claim,
                        generated + status,
                        "ResourceClaim default/gpu was not created for Pod default/p (Pod is not"
                                + " owner)",
                        "",
                        "delete the ResourceClaim that has the name of the generated claim",
                        ""),
                ofClaim(
                        "a missing class",
                        claim,
                        gpu,
                        "request r: device class c does not exist",
                        "resource-claim",
                        "create the DeviceClass, or correct its name in the claim",
                        ""),
                ofClaim(
                        "an unknown request",
                        claimFor("", "{name: r}", ""),
                        gpu,
                        "resource claim default/gpu, request r: unknown request type",
                        "resource-claim",
                        "use exactly or firstAvailable in the request of the claim",
                        ""),
                ofClaim(
                        "no device",
                        claim + deviceClass,
                        gpu,
                        "cannot allocate all claims",
                        "resource-claim",
                        "add devices that the claim selects, or delete pods that use such devices",
                        ""),
                ofClaim(
                        "slices that contradict each other",
                        claim + deviceClass + slice("s1") + slice("s2"),
                        gpu,
                        "invalid resource pools were encountered",
                        "resource-claim",
                        "check the driver of the devices: its slices contradict each other",
                        ""),
                ofClaim(
                        "devices of another node",
                        claimFor(
                                "",
                                one,
                                "status: {allocation: {devices: {}, nodeSelector:"
                                    + " {nodeSelectorTerms: [{matchFields: [{key: metadata.name,"
                                    + " operator: In, values: [n2]}]}]}}, reservedFor: [{resource:"
                                    + " pods, name: q, uid: q}]}"),
                        gpu,
                        "resourceclaim not available on the node",
                        "resource-claim",
                        "use a node that can access the allocated devices, or delete the other pods"
                                + " that use the claim",
                        ""),
                ofClaim(
                        "a claim of an earlier attempt",
                        claimFor(
                                        ", annotations:"
                                            + " {resource.kubernetes.io/extended-resource-claim:"
                                            + " \"true\"}, ownerReferences: [{apiVersion: v1, kind:"
                                            + " Pod, name: p, uid: p, controller: true}]",
                                        one,
                                        "")
                                + deviceClass,
                        resource,
                        "cannot schedule extended resource claim",
                        "",
                        "wait until the claim of the earlier attempt is deleted",
                        ""),
                ofClaim(
                        "a feature gate",
                        claim + deviceClass,
                        gpu,
                        "devices cannot be allocated with the feature gate DRAListTypeAttributes",
                        "resource-claim",
                        "disable the feature gate",
                        "DRAListTypeAttributes=true"));
    }

    private static Case ofClaim(
            String name,
            String objects,
            String spec,
            String reason,
            String type,
            String advice,
            String gates) {
        return new Case(
                name,
                objects,
                spec,
                "DynamicResources",
                reason,
                type,
                type.isEmpty() ? "" : "resource claim gpu",
                advice,
                "",
                gates);
    }

    private static String claimFor(String metadata, String request, String status) {
        return deviceObject(
                        "ResourceClaim",
                        "name: gpu, namespace: default, uid: u" + metadata,
                        "{devices: {requests: [" + request + "]}}")
                + status
                + "\n";
    }

    private static String slice(String name) {
        return deviceObject(
                "ResourceSlice",
                "name: " + name,
                "{driver: d, nodeName: n1, pool: {name: n1, generation: 1, resourceSliceCount: 2},"
                        + " devices: [{name: x}]}");
    }

    private static String deviceObject(String kind, String metadata, String spec) {
        return """
        ---
        apiVersion: resource.k8s.io/v1
        kind: %s
        metadata: {%s}
        spec: %s
        """
                .formatted(kind, metadata, spec);
    }

    private static List<Case> ofVolumes() {
        String create = "create the claim, or correct its name in the pod";
        String waits =
                storageClass(
                        "provisioner: kubernetes.io/no-provisioner\n"
                                + "volumeBindingMode: WaitForFirstConsumer");
        String disk = "volumes: [{name: d, gcePersistentDisk: {pdName: disk-1}}]\n  " + CONTAINER;
        return List.of(
                new Case(
                        "no claim",
                        "",
                        CLAIM + "\n  " + CONTAINER,
                        "VolumeRestrictions",
                        "persistentvolumeclaim \"data\" not found",
                        "claim",
                        "claim data: missing claim",
                        create),
                new Case(
                        "no claim yet for an ephemeral volume",
                        "",
                        "volumes: [{name: v, ephemeral: {volumeClaimTemplate: {spec: {}}}}]\n  "
                                + CONTAINER,
                        "VolumeBinding",
                        "waiting for ephemeral volume controller to create the"
                                + " persistentvolumeclaim \"p-v\"",
                        "claim",
                        "claim p-v: missing claim",
                        "wait until the ephemeral volume controller creates the claim; if this"
                                + " takes long, check the controller manager"),
                new Case(
                        "a lost volume",
                        claim("", ", volumeName: pv1, storageClassName: fast", "phase: Lost"),
                        CLAIM + "\n  " + CONTAINER,
                        "VolumeBinding",
                        "persistentvolumeclaim \"data\" bound to non-existent persistentvolume"
                                + " \"pv1\"",
                        "claim",
                        "claim data (class fast, volume pv1, phase Lost): missing volume",
                        "restore the volume of the claim, or create a new claim"),
                new Case(
                        "no storage class",
                        claim("", ", storageClassName: fast", "phase: Pending"),
                        CLAIM + "\n  " + CONTAINER,
                        "VolumeBinding",
                        "pod has unbound immediate PersistentVolumeClaims",
                        "claim",
                        "claim data (class fast, phase Pending): missing storage class",
                        "create the storage class, or correct its name in the claim"),
                new Case(
                        "immediate binding",
                        claim("", ", storageClassName: fast", "phase: Pending")
                                + storageClass(
                                        "provisioner: example.com/disk\nvolumeBindingMode:"
                                                + " Immediate"),
                        CLAIM + "\n  " + CONTAINER,
                        "VolumeBinding",
                        "pod has unbound immediate PersistentVolumeClaims",
                        "claim",
                        "claim data (class fast, phase Pending): missing bound volume",
                        "check why the claim is not bound (kubectl describe pvc): it needs a volume"
                                + " or a provisioner"),
                new Case(
                        "no volume and no provisioner",
                        claim("", ", storageClassName: fast", "phase: Pending") + waits,
                        CLAIM + "\n  " + CONTAINER,
                        "VolumeBinding",
                        "node(s) didn't find available persistent volumes to bind",
                        "claim",
                        "claim data (class fast, phase Pending): missing available volume",
                        "create a volume of the class that this node can access: the class has no"
                                + " provisioner"),
                new Case(
                        "a volume on other nodes",
                        BOUND
                                + waits
                                + volume(
                                        "",
                                        "storageClassName: fast\n  nodeAffinity: {required:"
                                                + " {nodeSelectorTerms: [{matchExpressions: [{key:"
                                                + " disk, operator: In, values: [ssd]}]}]}}"),
                        CLAIM + "\n  " + CONTAINER,
                        "VolumeBinding",
                        "node(s) didn't match PersistentVolume's node affinity",
                        "claim",
                        "claim data (class fast, volume pv1, phase Bound): missing node that can"
                                + " access the volume",
                        "add a node that can access the volume, or free resources on those that"
                                + " can"),
                new Case(
                        "a volume in another zone",
                        BOUND
                                + waits
                                + volume(
                                        ", labels: {topology.kubernetes.io/zone: east}",
                                        "storageClassName: fast"),
                        CLAIM + "\n  " + CONTAINER,
                        "VolumeZone",
                        "node(s) had no available volume zone",
                        "volume-zone",
                        "volume pv1 of claim data requires topology.kubernetes.io/zone=east",
                        "add a node in the zone of the volume, or correct the volume's labels"),
                new Case(
                        "a disk in use",
                        running("user", "", disk),
                        disk,
                        "VolumeRestrictions",
                        "node(s) had no available disk",
                        "disk",
                        "disk disk-1 (gcePersistentDisk) is used by default/user",
                        "mount the disk read-only in both pods, add a node, or use another disk:"
                                + " another pod on the node uses it"),
                new Case(
                        "a claim for one pod in use",
                        BOUND.replace("[ReadWriteOnce]", "[ReadWriteOncePod]")
                                + volume("", "storageClassName: fast")
                                + running("user", "", CLAIM + "\n  " + CONTAINER),
                        CLAIM + "\n  " + CONTAINER,
                        "VolumeRestrictions",
                        "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod"
                                + " access mode already in-use by another pod",
                        "claim",
                        "claim data (ReadWriteOncePod) is used by default/user",
                        "delete the pod that uses the claim, or use the access mode ReadWriteOnce"),
                new Case(
                        "the limit of a driver",
                        BOUND
                                + volume(
                                        "",
                                        "storageClassName: fast\n  csi: {driver: disk.example.com,"
                                                + " volumeHandle: v1}")
                                + """
                                ---
                                apiVersion: storage.k8s.io/v1
                                kind: CSINode
                                metadata: {name: n1}
                                spec: {drivers: [{name: disk.example.com, nodeID: n1, allocatable: {count: 0}}]}
                                """,
                        CLAIM + "\n  " + CONTAINER,
                        "NodeVolumeLimits",
                        "node(s) exceed max volume count",
                        "volume-limit",
                        "disk.example.com: 1 volume more requested, 0 attached, limit 0",
                        "add a node, or use fewer and larger volumes: the node cannot attach more"
                                + " volumes of this driver"));
    }

    /// The reasons for claims, of one plugin each.
    private static List<Case> ofClaims() {
        String using = CLAIM + "\n  " + CONTAINER;
        String create = "create the claim, or correct its name in the pod";
        String restore = "restore the volume of the claim, or create a new claim";
        String immediate =
                storageClass("provisioner: example.com/disk\nvolumeBindingMode: Immediate");
        return List.of(
                new Case(
                        "a claim of another pod",
                        claim("", "", "phase: Pending").replace("name: data", "name: p-v"),
                        "volumes: [{name: v, ephemeral: {volumeClaimTemplate: {spec: {}}}}]\n  "
                                + CONTAINER,
                        "VolumeBinding",
                        "PVC default/p-v was not created for pod default/p (pod is not owner)",
                        "claim",
                        "claim p-v (phase Pending): missing claim of this pod",
                        "delete the claim of that name, which belongs to another owner, or rename"
                                + " the pod"),
                new Case(
                        "a claim that is being deleted",
                        claim(", deletionTimestamp: 2026-01-01T00:00:00Z", "", "phase: Pending"),
                        using,
                        "VolumeBinding",
                        "persistentvolumeclaim \"data\" is being deleted",
                        "claim",
                        "claim data (phase Pending): missing claim that is not being deleted",
                        "use another claim"),
                new Case(
                        "a deleted volume",
                        BOUND,
                        using,
                        "VolumeBinding",
                        "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)",
                        "claim",
                        "claim data (class fast, volume pv1, phase Bound): missing volume",
                        restore,
                        only("VolumeBinding")),
                new Case(
                        "no claim for VolumeBinding",
                        "",
                        using,
                        "VolumeBinding",
                        "persistentvolumeclaim \"data\" not found",
                        "claim",
                        "claim data: missing claim",
                        create,
                        only("VolumeBinding")),
                new Case(
                        "too little storage",
                        claim("", ", storageClassName: fast", "phase: Pending")
                                + storageClass(
                                        "provisioner: disk.example.com\nvolumeBindingMode:"
                                                + " WaitForFirstConsumer")
                                + """
                                ---
                                apiVersion: storage.k8s.io/v1
                                kind: CSIDriver
                                metadata: {name: disk.example.com}
                                spec: {storageCapacity: true}
                                """,
                        using,
                        "VolumeBinding",
                        "node(s) did not have enough free storage",
                        "claim",
                        "claim data (class fast, phase Pending): missing free storage",
                        "request less storage, or add storage to the driver on this node"),
                new Case(
                        "no claim for NodeVolumeLimits",
                        CSI_NODE,
                        using,
                        "NodeVolumeLimits",
                        "looking up PVC default/data: persistentvolumeclaim \"data\" not found",
                        "claim",
                        "claim data: missing claim",
                        create,
                        only("NodeVolumeLimits")),
                new Case(
                        "a driver that is not installed",
                        BOUND
                                + volume(
                                        "",
                                        "storageClassName: fast\n  csi: {driver: disk.example.com,"
                                                + " volumeHandle: v1}")
                                + """
                                ---
                                apiVersion: storage.k8s.io/v1
                                kind: CSIDriver
                                metadata: {name: disk.example.com}
                                spec: {preventPodSchedulingIfMissing: true}
                                """,
                        using,
                        "NodeVolumeLimits",
                        "disk.example.com CSI driver is not installed on the node",
                        "csi-driver",
                        "CSI driver disk.example.com is not installed",
                        "wait until the CSI driver is installed on the node, or install it there",
                        "",
                        "VolumeLimitScaling=true"),
                new Case(
                        "no claim for VolumeZone",
                        "",
                        using,
                        "VolumeZone",
                        "persistentvolumeclaim \"data\" not found",
                        "claim",
                        "claim data: missing claim",
                        create,
                        only("VolumeZone")),
                new Case(
                        "a deleted volume for VolumeZone",
                        BOUND,
                        using,
                        "VolumeZone",
                        "persistentvolume \"pv1\" not found",
                        "claim",
                        "claim data (class fast, volume pv1, phase Bound): missing volume",
                        restore,
                        only("VolumeZone")),
                new Case(
                        "a volume without the name of its claim",
                        "",
                        using.replace("data", "\"\""),
                        "VolumeZone",
                        "PersistentVolumeClaim had no name",
                        "claim",
                        "claim: missing claim name",
                        "name the claim in the pod",
                        only("VolumeZone")),
                new Case(
                        "a claim without a class",
                        claim("", "", "phase: Pending"),
                        using,
                        "VolumeZone",
                        "PersistentVolumeClaim had no pv name and storageClass name",
                        "claim",
                        "claim data (phase Pending): missing storage class",
                        "set the storage class of the claim, or create a volume for it",
                        only("VolumeZone")),
                new Case(
                        "no storage class for VolumeZone",
                        claim("", ", storageClassName: fast", "phase: Pending"),
                        using,
                        "VolumeZone",
                        "storageclass.storage.k8s.io \"fast\" not found",
                        "claim",
                        "claim data (class fast, phase Pending): missing storage class",
                        "create the storage class, or correct its name in the claim",
                        only("VolumeZone")),
                new Case(
                        "a claim that is not bound yet",
                        claim("", ", storageClassName: fast", "phase: Pending") + immediate,
                        using,
                        "VolumeZone",
                        "PersistentVolume had no name",
                        "claim",
                        "claim data (class fast, phase Pending): missing bound volume",
                        "check why the claim is not bound (kubectl describe pvc): it needs a volume"
                                + " or a provisioner",
                        only("VolumeZone")));
    }

    private static final String CSI_NODE =
            """
            ---
            apiVersion: storage.k8s.io/v1
            kind: CSINode
            metadata: {name: n1}
            spec: {drivers: [{name: disk.example.com, nodeID: n1, allocatable: {count: 1}}]}
            """;

    /// A profile with one filter.
    private static String only(String filter) {
        return """
        apiVersion: kubescheduler.config.k8s.io/v1
        kind: KubeSchedulerConfiguration
        profiles:
        - plugins:
            multiPoint:
              disabled: [{name: "*"}]
              enabled: [{name: PrioritySort}, {name: DefaultBinder}, {name: %s}]
        """
                .formatted(filter);
    }

    private static String policy(String predicate) {
        return """
        apiVersion: v1
        kind: Policy
        predicates: [%s]
        """
                .formatted(predicate);
    }

    /// The plugins that only policies use.
    private static List<Case> ofPolicies() {
        String disk = "volumes: [{name: d, awsElasticBlockStore: {volumeID: disk-1}}]\n  ";
        return List.of(
                new Case(
                        "a label that must be present",
                        "",
                        CONTAINER,
                        "NodeLabel",
                        "node(s) didn't have the requested labels",
                        "node-label",
                        "label rack must be present; no node has the label",
                        "label a node according to presentLabels and absentLabels of the plugin, or"
                                + " change these",
                        policy(
                                "{name: Racks, argument: {labelsPresence: {labels: [rack],"
                                        + " presence: true}}}")),
                new Case(
                        "a label that must be absent",
                        "",
                        CONTAINER,
                        "NodeLabel",
                        "node(s) didn't have the requested labels",
                        "node-label",
                        "label disk must be absent; 1 node has the label",
                        "label a node according to presentLabels and absentLabels of the plugin, or"
                                + " change these",
                        policy(
                                "{name: Disks, argument: {labelsPresence: {labels: [disk],"
                                        + " presence: false}}}")),
                new Case(
                        "a label of the service",
                        "",
                        "nodeSelector: {disk: ssd}\n  " + CONTAINER,
                        "ServiceAffinity",
                        "node(s) didn't match service affinity",
                        "service-affinity",
                        "the service requires disk=ssd",
                        "free resources on the nodes of the service, or set the labels in the pod's"
                                + " node selector",
                        policy(
                                "{name: Together, argument: {serviceAffinity: {labels:"
                                        + " [disk]}}}")),
                new Case(
                        "the limit of disks",
                        "",
                        disk + CONTAINER,
                        "EBSLimits",
                        "node(s) exceed max volume count",
                        "volume-limit",
                        "attachable-volumes-aws-ebs: 1 volume more requested, 0 attached, limit 0",
                        "add a node, or use fewer and larger volumes: the node cannot attach more"
                                + " volumes of this kind",
                        policy("{name: MaxEBSVolumeCount}")));
    }

    /// Documented reasons without a case, and why.
    private static final Map<DocumentedReason, String> EXCEPTIONS =
            Map.of(
                    new DocumentedReason(
                            "DynamicResources",
                            "resource claim <claim> is in the process of being allocated"),
                    "only while another pod is bound: see DeviceScenarioTest",
                    new DocumentedReason("DynamicResources", "cannot fit resource"),
                    "NodeResourcesFit rejects such nodes before",
                    new DocumentedReason(
                            "NodeName", "node(s) didn't match the requested node name"),
                    "berth decide evaluates no pods with spec.nodeName: see NodeNameTest",
                    new DocumentedReason(
                            "VolumeZone", "VolumeBindingMode not set for StorageClass \"<name>\""),
                    "like the API server, berth decide sets the default binding mode");

    /// A row of a table of reasons.
    record DocumentedReason(String plugin, String reason) {
        boolean isIn(Case each) {
            var parts = reason.split("<[^<>]+>", -1);
            String pattern =
                    Stream.of(parts).map(Pattern::quote).collect(Collectors.joining("[^ ]+"));
            boolean samePlugin =
                    each.plugin().equals(plugin)
                            || each.plugin().isEmpty() && each.reason().contains(plugin)
                            || plugin.equals("the disk limits")
                                    && each.plugin().equals("EBSLimits");
            return samePlugin && Pattern.compile(pattern).matcher(each.reason()).find();
        }
    }

    static List<DocumentedReason> documentedReasons() throws IOException {
        return allDocumentedReasons().stream()
                .filter(each -> !EXCEPTIONS.containsKey(each))
                .toList();
    }

    private static List<DocumentedReason> allDocumentedReasons() throws IOException {
        var found = new ArrayList<DocumentedReason>();
        try (Stream<Path> pages = Files.list(Path.of("..", "docs", "plugins"))) {
            for (Path page : pages.sorted().toList()) {
                boolean inTable = false;
                boolean namesPlugin = false;
                List<String> lines = Files.readAllLines(page);
                String title = lines.getFirst().replace("# ", "");
                if (title.equals("DefaultPreemption")) {
                    continue; // It lists texts of PostFilter, which rejects no pod.
                }
                for (String line : lines) {
                    if (line.startsWith("| Reason |")) {
                        inTable = true;
                        namesPlugin = line.startsWith("| Reason | Plugin |");
                    } else if (inTable && line.startsWith("| `")) {
                        String reason = line.substring(3, line.indexOf("` |"));
                        String plugin = namesPlugin ? line.split(" \\| ")[1] : title;
                        found.add(new DocumentedReason(plugin, reason));
                    } else if (!line.startsWith("|")) {
                        inTable = false;
                    }
                }
            }
        }
        return found;
    }

    @Test
    void everyExceptionIsDocumented() throws IOException {
        assertThat(allDocumentedReasons()).containsAll(EXCEPTIONS.keySet());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("documentedReasons")
    void everyDocumentedReasonHasACase(DocumentedReason documented) {
        assertThat(cases()).anyMatch(documented::isIn);
    }

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir private Path folder;

    private String run(String... args) {
        out.getBuffer().setLength(0);
        new Main(new PrintWriter(out), new PrintWriter(err), Map.of(), false).run(args);
        assertThat(err.toString()).doesNotContain("RejectionExplainer", "Plugin failed");
        return out.toString();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void aRejectionHasItsFactsAndItsAdvice(Case each) throws IOException {
        boolean inSpec = !each.objects().contains("---");
        String cluster =
                """
                apiVersion: v1
                kind: Node
                metadata: {name: n1, labels: {kubernetes.io/hostname: n1, disk: hdd, zone: a, topology.kubernetes.io/zone: west}}
                spec:
                  %s
                status: {allocatable: {cpu: "4", memory: 8Gi, ephemeral-storage: 1Gi, attachable-volumes-aws-ebs: "0", pods: "2"}}
                %s
                """
                        .formatted(
                                inSpec && !each.objects().isEmpty()
                                        ? each.objects()
                                        : "podCIDR: \"\"",
                                inSpec ? "" : each.objects());
        String pod =
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: p, uid: p, labels: {app: mine}}
                spec:
                  preemptionPolicy: Never
                  %s
                """
                        .formatted(each.spec());
        var args =
                new ArrayList<>(
                        List.of(
                                "decide",
                                "-f",
                                Files.writeString(folder.resolve("cluster.yaml"), cluster)
                                        .toString(),
                                "-f",
                                Files.writeString(folder.resolve("pod.yaml"), pod).toString()));
        if (!each.configuration().isEmpty()) {
            args.addAll(
                    List.of(
                            each.configuration().contains("kind: Policy")
                                    ? "--policy-config-file"
                                    : "--config",
                            Files.writeString(folder.resolve("c.yaml"), each.configuration())
                                    .toString()));
        }
        if (!each.gates().isEmpty()) {
            args.addAll(List.of("--feature-gates", each.gates()));
        }
        String by = each.plugin().isEmpty() ? "" : each.plugin() + ": ";

        String text = run(args.toArray(String[]::new));
        assertThat(text).contains(each.reason()).contains(by + each.advice() + "\n");
        if (!each.fact().isEmpty()) {
            assertThat(text.lines().map(String::strip)).contains(by + each.fact());
        }
        args.addAll(List.of("-o", "json"));
        if (!each.type().isEmpty()) {
            assertThat(run(args.toArray(String[]::new)))
                    .contains("\"type\":\"" + each.type() + "\"");
        }
    }
}
