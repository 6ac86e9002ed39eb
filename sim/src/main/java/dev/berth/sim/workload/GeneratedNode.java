package dev.berth.sim.workload;

import dev.berth.controlplane.store.ObjectTemplates;
import dev.berth.model.Kind;
import dev.berth.model.KubernetesVersion;
import dev.berth.model.WellKnownLabels;
import dev.berth.model.json.Json;

import java.util.List;
import java.util.random.RandomGenerator;

/// A generated node: its size, and its index, which determines its address and zone.
record GeneratedNode(String type, int cpuMillis, long memoryMib, int place) {
    // The first nodes have all sizes, so that small clusters have the same mix.
    private static final int[] CORES = {32, 16, 32, 64, 16, 32, 48, 16};
    private static final List<String> ZONES = List.of("west-1a", "west-1b", "west-1c");
    private static final long MIB_A_CORE = 8 * 1024;
    private static final Json.Obj INFO =
            Json.Obj.EMPTY
                    .with("architecture", "amd64")
                    .with("bootID", "")
                    .with("containerRuntimeVersion", "")
                    .with("kernelVersion", "")
                    .with("kubeProxyVersion", "")
                    .with("kubeletVersion", KubernetesVersion.RELEASE)
                    .with("machineID", "")
                    .with("operatingSystem", "linux")
                    .with("osImage", "")
                    .with("systemUUID", "");

    /// The node with this index. The sizes follow a fixed pattern with random deviations, and the
    /// zones alternate.
    static GeneratedNode at(int place, RandomGenerator chance) {
        boolean regular = place < CORES.length || chance.nextInt(4) > 0;
        int cores = CORES[regular ? place % CORES.length : chance.nextInt(CORES.length)];
        return new GeneratedNode("std-" + cores, cores * 1000, cores * MIB_A_CORE, place);
    }

    Json.Obj node(String name) {
        Json.Obj labels =
                Json.Obj.builder()
                        .put(WellKnownLabels.HOSTNAME, name)
                        .put("kubernetes.io/os", "linux")
                        .put("kubernetes.io/arch", "amd64")
                        .put("node.kubernetes.io/instance-type", type)
                        .put(WellKnownLabels.REGION, "west-1")
                        .put(WellKnownLabels.ZONE, ZONES.get(place % ZONES.size()))
                        .build();
        Json.Obj manifest = ObjectTemplates.named(Kind.NODE, "", name);
        return manifest.with("metadata", Json.Obj.of("name", Json.of(name)).with("labels", labels))
                .with("spec", Json.Obj.EMPTY)
                .with("status", status(name));
    }

    private Json.Obj status(String name) {
        // The kubelet reserves resources for the system.
        return Json.Obj.EMPTY
                .with("capacity", resources(cpuMillis, memoryMib))
                .with("allocatable", resources(cpuMillis - 200, memoryMib - 1536))
                .with("addresses", Json.arr(address("InternalIP", ip()), address("Hostname", name)))
                .with("nodeInfo", INFO)
                .with(
                        "conditions",
                        Json.arr(
                                Json.Obj.EMPTY
                                        .with("type", "Ready")
                                        .with("status", "True")
                                        .with("reason", "KubeletReady")
                                        .with("message", "kubelet is posting ready status")));
    }

    private static Json.Obj address(String type, String address) {
        return Json.Obj.EMPTY.with("type", type).with("address", address);
    }

    /// An address of 172.16.0.0/12, which is large enough for a million nodes.
    private String ip() {
        int host = place + 1;
        return "172." + (16 + (host >> 16)) + "." + (host >> 8 & 0xFF) + "." + (host & 0xFF);
    }

    private static Json.Obj resources(int cpuMillis, long memoryMib) {
        return Json.Obj.EMPTY
                .with("cpu", cpuMillis + "m")
                .with("memory", memoryMib + "Mi")
                .with("ephemeral-storage", "200Gi")
                .with("pods", "110");
    }
}
