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
    private DecisionCases() {}

    /// One case, made alone.
    public static Obj make(Family family, long seed, long index) {
        var draft = new Draft(family, Dice.of(family.label(), seed, index));
        Dice dice = draft.dice;
        var selectors = new Selectors(draft);
        var amounts = new Amounts(draft);
        var images = new Images(draft);
        var nodes = new Nodes(draft, selectors, amounts, images);
        var owners = new Owners(draft, selectors);
        var room = new Room(draft);
        nodes.name();
        var configs = new Configs(draft, selectors);
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
        for (Obj node : nodes.all()) {
            room.add(node);
            objects.add(node);
        }
        var storage = Storage.of(draft);
        var priorities = new Priorities(draft);
        var starts = new StartTimes(draft);
        var pods =
                new Pods(
                        draft,
                        selectors,
                        amounts,
                        images,
                        owners,
                        storage,
                        room,
                        priorities,
                        configs.names());
        var running = new Running(draft, selectors, amounts, room, priorities, starts, pods);
        List<Obj> crowd = new Crowd(draft, room, running).pods();
        objects.addAll(crowd);
        objects.addAll(new Budgets(draft, selectors).over(crowd));
        int bystanders = draft.has(Theme.NOMINATED) ? dice.few(1, 4) : 0;
        for (int i = 0; i < bystanders; i++) {
            objects.add(pods.bystander("b" + i));
        }

        List<Obj> toDecide =
                draft.family == Family.SEQUENCE ? copies(draft, pods) : different(dice, pods);
        if (draft.sequence) {
            toDecide = toDecide.stream().map(starts::startable).toList();
        }
        objects.addAll(storage.objects());
        return Obj.builder()
                .put("id", family.label() + "-" + seed + "-" + index)
                .put("config", config)
                .put("objects", new Arr(objects))
                .put("pods", new Arr(List.copyOf(toDecide)))
                .put("sequence", draft.sequence)
                .build();
    }

    private static List<Obj> different(Dice dice, Pods pods) {
        var list = new ArrayList<Obj>();
        int count = dice.few(1, 6);
        for (int i = 0; i < count; i++) {
            list.add(pods.pending("p" + i));
        }
        return list;
    }

    /// Many pods of few shapes.
    private static List<Obj> copies(Draft draft, Pods pods) {
        Dice dice = draft.dice;
        var shapes = new ArrayList<Obj>();
        int kinds = dice.between(1, 5);
        for (int i = 0; i < kinds; i++) {
            shapes.add(pods.pending("shape" + i).withoutAt("metadata", "uid"));
        }
        var list = new ArrayList<Obj>();
        int count = dice.chance(60) ? dice.between(2, 16) : dice.between(10, 40);
        for (int i = 0; i < count; i++) {
            list.add(dice.oneOf(shapes).withAt(List.of("metadata", "name"), Json.of("p" + i)));
        }
        return list;
    }
}
