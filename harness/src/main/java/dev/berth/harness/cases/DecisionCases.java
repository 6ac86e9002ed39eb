package dev.berth.harness.cases;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;

import java.util.ArrayList;
import java.util.List;

/// Generates random decision cases: small clusters and pods to decide. They are valid for an API
/// server, and biased towards ties, matches and exact fits.
///
/// A case depends only on its family, seed and index, and its ID contains all three.
public final class DecisionCases {
    private DecisionCases() {}

    /// Generates one case.
    public static Obj make(CaseFamily family, long seed, long index) {
        var draft = new CaseDraft(family, SeededRandom.of(family.label(), seed, index));
        SeededRandom random = draft.random;
        var selectors = new SelectorGenerator(draft);
        var amounts = new ResourceAmounts(draft);
        var images = new ImageGenerator(draft);
        var nodes = new NodeGenerator(draft, selectors, amounts, images);
        var owners = new OwnerGenerator(draft, selectors);
        var capacity = new FreeResources(draft);
        nodes.name();
        var configs = new ConfigurationGenerator(draft, selectors);
        Obj config = configs.config();

        var objects = new ArrayList<Json>();
        for (String name : CaseDraft.NAMESPACES) {
            if (!random.chance(8)) {
                objects.add(
                        CaseDraft.object(
                                        "v1",
                                        "Namespace",
                                        Obj.builder()
                                                .put("name", name)
                                                .put(
                                                        "labels",
                                                        CaseDraft.texts(
                                                                selectors.namespaceLabels(name)))
                                                .build())
                                .build());
            }
        }
        objects.addAll(owners.objects());
        var devices = DeviceGenerator.of(draft);
        for (Obj node : nodes.all()) {
            capacity.add(node);
            objects.add(devices.node(node));
        }
        var storage = StorageGenerator.of(draft);
        var priorities = new PriorityGenerator(draft);
        var starts = new StartTimes(draft);
        var pods =
                new PodGenerator(
                        draft,
                        selectors,
                        amounts,
                        images,
                        owners,
                        storage,
                        capacity,
                        priorities,
                        configs.names());
        var running =
                new RunningPodGenerator(
                        draft, selectors, amounts, capacity, priorities, starts, pods);
        List<Obj> crowd = new RunningPods(draft, capacity, running).pods();
        objects.addAll(crowd);
        objects.addAll(new BudgetGenerator(draft, selectors).over(crowd));
        int bystanders = draft.has(CaseTheme.NOMINATED) ? random.few(1, 4) : 0;
        for (int i = 0; i < bystanders; i++) {
            objects.add(pods.bystander("b" + i));
        }

        List<Obj> toDecide =
                draft.family == CaseFamily.SEQUENCE ? copies(draft, pods) : different(random, pods);
        if (draft.sequence) {
            toDecide = toDecide.stream().map(starts::startable).toList();
        }
        if (draft.knows(CaseTheme.DEVICES)) {
            toDecide = toDecide.stream().map(devices::pod).toList();
        }
        objects.addAll(storage.objects());
        objects.addAll(devices.objects());
        return Obj.builder()
                .put("id", family.label() + "-" + seed + "-" + index)
                .put("config", config)
                .put("objects", new Arr(objects))
                .put("pods", new Arr(List.copyOf(toDecide)))
                .put("sequence", draft.sequence)
                .build();
    }

    private static List<Obj> different(SeededRandom random, PodGenerator pods) {
        var list = new ArrayList<Obj>();
        int count = random.few(1, 6);
        for (int i = 0; i < count; i++) {
            list.add(pods.pending("p" + i));
        }
        return list;
    }

    /// Many pods with few pod shapes.
    private static List<Obj> copies(CaseDraft draft, PodGenerator pods) {
        SeededRandom random = draft.random;
        var shapes = new ArrayList<Obj>();
        int kinds = random.between(1, 5);
        for (int i = 0; i < kinds; i++) {
            shapes.add(pods.pending("shape" + i).withoutAt("metadata", "uid"));
        }
        var list = new ArrayList<Obj>();
        int count = random.chance(60) ? random.between(2, 16) : random.between(10, 40);
        for (int i = 0; i < count; i++) {
            list.add(random.oneOf(shapes).withAt(List.of("metadata", "name"), Json.of("p" + i)));
        }
        return list;
    }
}
