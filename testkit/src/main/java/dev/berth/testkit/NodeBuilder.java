package dev.berth.testkit;

import dev.berth.model.Condition;
import dev.berth.model.Labels;
import dev.berth.model.Meta;
import dev.berth.model.Node;
import dev.berth.model.NodeImage;
import dev.berth.model.Quantity;
import dev.berth.model.ResourceList;
import dev.berth.model.Taint;
import dev.berth.model.WellKnownLabels;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Builds a node. Every method returns the builder.
public final class NodeBuilder {
    private final String name;
    private String uid;
    private final Map<String, String> labels = new TreeMap<>();
    private final Map<String, String> annotations = new TreeMap<>();
    private final Map<String, Quantity> allocatable = new TreeMap<>();
    private final List<Taint> taints = new ArrayList<>();
    private final List<NodeImage> images = new ArrayList<>();
    private final List<Condition> conditions = new ArrayList<>();
    private final List<String> declaredFeatures = new ArrayList<>();
    private boolean unschedulable;

    NodeBuilder(String name) {
        this.name = name;
        this.uid = "uid-of-node-" + name;
        labels.put(WellKnownLabels.HOSTNAME, name);
        cpu("4").memory("32Gi").resource(ResourceList.PODS, "110");
    }

    public NodeBuilder uid(String uid) {
        this.uid = uid;
        return this;
    }

    public NodeBuilder label(String key, String value) {
        labels.put(key, value);
        return this;
    }

    public NodeBuilder label(String key, long value) {
        return label(key, Long.toString(value));
    }

    /// Removes a label, such as the `kubernetes.io/hostname` that every node has by default.
    public NodeBuilder withoutLabel(String key) {
        labels.remove(key);
        return this;
    }

    public NodeBuilder annotation(String key, String value) {
        annotations.put(key, value);
        return this;
    }

    public NodeBuilder zone(String zone) {
        return label(WellKnownLabels.ZONE, zone);
    }

    public NodeBuilder cpu(String amount) {
        return resource(ResourceList.CPU, amount);
    }

    public NodeBuilder memory(String amount) {
        return resource(ResourceList.MEMORY, amount);
    }

    public NodeBuilder pods(int count) {
        return resource(ResourceList.PODS, Integer.toString(count));
    }

    public NodeBuilder resource(String resource, String amount) {
        allocatable.put(resource, Build.quantity(amount));
        return this;
    }

    public NodeBuilder taint(String key, String value, String effect) {
        taints.add(new Taint(key, value, effect));
        return this;
    }

    public NodeBuilder image(long sizeBytes, String... names) {
        images.add(new NodeImage(List.of(names), sizeBytes));
        return this;
    }

    public NodeBuilder condition(String type, String status) {
        conditions.add(new Condition(type, status, "", "", Optional.empty(), 0));
        return this;
    }

    public NodeBuilder declares(String... features) {
        declaredFeatures.addAll(List.of(features));
        return this;
    }

    public NodeBuilder cordoned() {
        unschedulable = true;
        return this;
    }

    public Node build() {
        var meta =
                new Meta(
                        name,
                        "",
                        uid,
                        "",
                        0,
                        Optional.empty(),
                        Optional.empty(),
                        Labels.of(labels),
                        Labels.of(annotations),
                        List.of(),
                        List.of());
        return new Node(
                meta,
                unschedulable,
                taints,
                ResourceList.of(allocatable),
                images,
                conditions,
                declaredFeatures);
    }
}
