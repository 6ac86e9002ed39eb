package dev.berth.sim.workload;

import dev.berth.controlplane.store.ObjectTemplates;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Workloads that depend only on a seed and their sizes.
public final class GeneratedWorkloads {
    /// One in this number of pods uses GPUs.
    private static final int GPU_SHARE = 5;

    private static final int[] GPU_COUNTS = {1, 1, 1, 1, 1, 2, 2, 4, 8};

    private GeneratedWorkloads() {}

    /// A mixed workload: nodes of several sizes in three zones, and the pods of some tens of
    /// applications.
    ///
    /// CPU is exhausted first. A pod requests 0.7 cores on average and little memory. A node has 16
    /// to 64 cores with 8 GiB each, so that it is full long before it has 110 pods. Ten pods for
    /// each node are a load of about 25%. No pod preempts another. The replicas of the replica sets
    /// equal the generated pods, so start the controllers only after all pods exist.
    public static GeneratedWorkload mixed(long seed, int nodes, int pods) {
        return mixed(seed, nodes, pods, List.of());
    }

    /// A mixed workload for a cluster that contains some objects already, perhaps of the same seed.
    /// The applications get new replica sets then, as after a new rollout.
    ///
    /// @param existing the objects of the cluster
    public static GeneratedWorkload mixed(long seed, int nodes, int pods, List<Json.Obj> existing) {
        var taken = new ExistingObjects(existing);
        var chance = new SplittableRandom(seed);
        List<Application> apps = Applications.picked(chance.split(), taken);
        List<Json.Obj> machines = nodes(chance.split(), nodes, taken);
        int[] made = new int[apps.size()];
        List<Json.Obj> wanted = pods(chance.split(), apps, pods, made);
        var context = new ArrayList<Json.Obj>();
        context.add(
                ObjectTemplates.named(Kind.PRIORITY_CLASS, "", Applications.IMPORTANT)
                        .with("value", 1_000)
                        .with("preemptionPolicy", "Never"));
        for (int i = 0; i < made.length; i++) {
            context.addAll(apps.get(i).context(made[i]));
        }
        context.removeIf(taken::has);
        return new GeneratedWorkload(machines, context, wanted);
    }

    /// A mixed workload on nodes with GPUs. A fifth of the pods use GPUs.
    ///
    /// @param existing the objects of the cluster
    public static GeneratedWorkload withGpus(
            long seed, int nodes, int pods, NodeGpus gpus, List<Json.Obj> existing) {
        int users = pods / GPU_SHARE;
        GeneratedWorkload mixed = mixed(seed, nodes, pods - users, existing);
        var chance = new SplittableRandom(seed).split();
        var gpuPods = new GpuPods(gpus.shared());
        var all = new ArrayList<>(mixed.pods());
        for (int i = 0; i < users; i++) {
            int count = Math.min(gpus.count(), GPU_COUNTS[chance.nextInt(GPU_COUNTS.length)]);
            var demand = new GpuPods.Demand(count, NodeGpus.WHOLE, List.of());
            all.add(
                    gpuPods.pod(
                            "trainer-" + digits(i + 1, users),
                            1_000 * count,
                            8L * 1024 * count,
                            demand));
        }
        var context = new ArrayList<>(mixed.context());
        context.addAll(gpuPods.templates());
        return new GeneratedWorkload(
                mixed.nodes().stream().map(gpus::describe).toList(), context, all);
    }

    private static List<Json.Obj> nodes(SplittableRandom chance, int count, ExistingObjects taken) {
        var nodes = new ArrayList<Json.Obj>(count);
        for (int number = 1; nodes.size() < count; number++) {
            String name = "node-" + digits(number, count);
            if (!taken.has(Kind.NODE, "default", name)) {
                nodes.add(GeneratedNode.at(nodes.size(), chance).node(name));
            }
        }
        return nodes;
    }

    /// @param made the number of generated pods of each application
    private static List<Json.Obj> pods(
            SplittableRandom chance, List<Application> apps, int count, int[] made) {
        int total = apps.stream().mapToInt(Application::weight).sum();
        var pods = new ArrayList<Json.Obj>(count);
        for (int i = 0; i < count; i++) {
            int chosen = picked(apps, chance.nextInt(total));
            pods.add(apps.get(chosen).pod(made[chosen]++));
        }
        return pods;
    }

    private static int picked(List<Application> apps, int ticket) {
        int left = ticket;
        int index = 0;
        while (left >= apps.get(index).weight()) {
            left -= apps.get(index++).weight();
        }
        return index;
    }

    private static String digits(int number, int count) {
        return String.format("%0" + Integer.toString(count).length() + "d", number);
    }
}
