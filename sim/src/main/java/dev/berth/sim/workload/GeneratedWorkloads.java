package dev.berth.sim.workload;

import dev.berth.controlplane.store.ObjectTemplates;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Workloads that depend on nothing but their numbers.
public final class GeneratedWorkloads {
    private GeneratedWorkloads() {}

    /// A company's ordinary mix: nodes of several sizes in three zones, pods of some tens of
    /// applications.
    ///
    /// Cpu is what runs out first: a pod asks for 0.7 of a core on average and for little memory,
    /// nodes have 16 to 64 cores with 8 GiB each, so that they are full long before they hold 110
    /// pods. Ten pods a node is a load of about a quarter. No pod preempts another. Replica sets
    /// ask for the pods that there are, so controllers are to look only when all of them are there.
    public static GeneratedWorkload mixed(long seed, int nodes, int pods) {
        var chance = new SplittableRandom(seed);
        List<Application> apps = Applications.picked(chance.split());
        List<Json.Obj> machines = nodes(chance.split(), nodes);
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
        return new GeneratedWorkload(machines, context, wanted);
    }

    private static List<Json.Obj> nodes(SplittableRandom chance, int count) {
        var nodes = new ArrayList<Json.Obj>(count);
        for (int i = 0; i < count; i++) {
            nodes.add(GeneratedNode.at(i, chance).node("node-" + digits(i + 1, count)));
        }
        return nodes;
    }

    /// @param made counts the pods of each application
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
