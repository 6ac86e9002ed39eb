package dev.berth.testkit.cases;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;

import java.util.ArrayList;
import java.util.List;

/// Makes random decision cases: small clusters and pods to decide, valid as an API server would
/// store them, and biased to ties, matches and amounts that fit exactly.
///
/// A case depends on its family, seed and index only, and its id names all three.
public final class DecisionCases {
    private final boolean preemption;

    private DecisionCases(boolean preemption) {
        this.preemption = preemption;
    }

    /// Cases in which nobody is preempted.
    public static DecisionCases withoutPreemption() {
        return new DecisionCases(false);
    }

    public static DecisionCases withPreemption() {
        return new DecisionCases(true);
    }

    /// One case, made alone.
    public Obj make(Family family, long seed, long index) {
        var draft = new Draft(family, Dice.of(family.label(), seed, index));
        Dice dice = draft.dice;
        var selectors = new Selectors(draft);
        var amounts = new Amounts(draft);
        var images = new Images(draft);
        var nodes = new Nodes(draft, selectors, amounts, images);
        var owners = new Owners(draft, selectors);
        var room = new Room(draft);
        nodes.name();
        var configs = new Configs(draft, selectors, preemption);
        Obj config = configs.config();

        var objects = new ArrayList<Json>();
        for (String name : Draft.NAMESPACES) {
            if (!dice.chance(8)) {
                objects.add(
                        Draft.object(
                                        "v1",
                                        "Namespace",
                                        Obj.builder()
                                                .put("name", name)
                                                .put(
                                                        "labels",
                                                        Draft.texts(
                                                                selectors.namespaceLabels(name)))
                                                .build())
                                .build());
            }
        }
        objects.addAll(owners.objects());
        for (String name : draft.nodes) {
            Obj node = nodes.node(name);
            room.add(node);
            objects.add(node);
        }
        var pods = new Pods(draft, selectors, amounts, images, owners, room, configs.names());
        int running = draft.nodes.isEmpty() ? dice.between(0, 1) : runningPods(draft);
        for (int i = 0; i < running; i++) {
            Obj pod = pods.running("r" + i, draft.anyNode());
            room.take(pod);
            objects.add(pod);
        }
        int bystanders = draft.has(Theme.NOMINATED) ? dice.few(1, 4) : 0;
        for (int i = 0; i < bystanders; i++) {
            objects.add(pods.bystander("b" + i));
        }

        return Obj.builder()
                .put("id", family.label() + "-" + seed + "-" + index)
                .put("config", config)
                .put("objects", new Arr(objects))
                .put("pods", family == Family.SEQUENCE ? copies(draft, pods) : toDecide(dice, pods))
                .put("sequence", family == Family.SEQUENCE || dice.chance(15))
                .build();
    }

    private static int runningPods(Draft draft) {
        Dice dice = draft.dice;
        int nodes = draft.nodes.size();
        return switch (draft.family) {
            case AFFINITY, SPREAD_OF_PODS -> dice.between(0, Math.min(30, 4 * nodes));
            default -> dice.between(0, Math.min(30, 3 * nodes));
        };
    }

    private static Arr toDecide(Dice dice, Pods pods) {
        var list = new ArrayList<Json>();
        int count = dice.few(1, 6);
        for (int i = 0; i < count; i++) {
            list.add(pods.pending("p" + i));
        }
        return new Arr(list);
    }

    /// Many pods of few shapes.
    private static Arr copies(Draft draft, Pods pods) {
        Dice dice = draft.dice;
        var shapes = new ArrayList<Obj>();
        int kinds = dice.between(1, 5);
        for (int i = 0; i < kinds; i++) {
            shapes.add(pods.pending("shape" + i).withoutAt("metadata", "uid"));
        }
        var list = new ArrayList<Json>();
        int count = dice.chance(60) ? dice.between(2, 16) : dice.between(10, 40);
        for (int i = 0; i < count; i++) {
            Obj pod = dice.oneOf(shapes);
            list.add(pod.withAt(List.of("metadata", "name"), Json.of("p" + i)));
        }
        return new Arr(list);
    }
}
