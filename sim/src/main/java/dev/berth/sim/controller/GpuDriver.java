package dev.berth.sim.controller;

import dev.berth.controlplane.store.ObjectTemplates;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.sim.workload.GpuModel;
import dev.berth.sim.workload.NodeGpus;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A simulated driver of GPUs. It publishes a ResourceSlice for each node whose annotations
/// describe GPUs (see [NodeGpus]), and a DeviceClass for the GPUs of all nodes.
final class GpuDriver implements Controller {
    static final String NAME = NodeGpus.DRIVER;

    private static final Path DRIVER = Path.of("spec", "driver");
    private static final Path DEVICES = Path.of("spec", "devices");
    private static final Path GENERATION = Path.of("spec", "pool", "generation");

    private final ControllerContext context;
    private final WorkQueue nodes;

    GpuDriver(ControllerContext context) {
        this.context = context;
        this.nodes = context.workQueue();
    }

    @Override
    public void changed(CacheUpdate update) {
        ObjectVersion object = update.after();
        ObjectVersion before = update.before();
        if (update.isOf(Kind.NODE) && !update.gone()) {
            if (before == null || NodeGpus.changed(before.typed(), object.typed())) {
                nodes.to(object.name());
            }
        } else if (update.isOf(Kind.RESOURCE_SLICE)
                && update.gone()
                && DRIVER.text(object.json()).equals(NAME)) {
            object.typed().meta().owners().forEach(owner -> nodes.to(owner.name()));
        }
    }

    @Override
    public int settle() {
        return nodes.process(name -> context.view().find(Kind.NODE, name).ifPresent(this::publish));
    }

    private void publish(ObjectVersion node) {
        Optional<NodeGpus> gpus = NodeGpus.of(node.typed());
        Optional<ObjectVersion> slice =
                context.view().ownedBy(node.uid()).stream()
                        .filter(it -> it.kind().equals(Kind.RESOURCE_SLICE))
                        .filter(it -> DRIVER.text(it.json()).equals(NAME))
                        .findFirst();
        if (gpus.isEmpty()) {
            slice.ifPresent(context::delete);
            return;
        }
        Json.Arr devices = devices(node.name(), gpus.get());
        if (slice.isEmpty()) {
            createClass();
            context.create(Kind.RESOURCE_SLICE, slice(node, devices));
        } else if (!DEVICES.items(slice.get().json()).equals(devices.elements())) {
            replace(slice.get(), devices);
        }
    }

    private void replace(ObjectVersion slice, Json.Arr devices) {
        long generation = GENERATION.number(slice.json(), 1) + 1;
        Json.Obj change = GENERATION.set(DEVICES.set(Json.Obj.EMPTY, devices), generation);
        context.change(slice, change, WriteScope.MAIN);
    }

    private void createClass() {
        if (context.view().find(Kind.DEVICE_CLASS, NAME).isEmpty()) {
            Json.Obj selector =
                    Json.Obj.of(
                            "cel",
                            Json.Obj.of(
                                    "expression", Json.of("device.driver == \"" + NAME + "\"")));
            context.create(
                    Kind.DEVICE_CLASS,
                    ObjectTemplates.named(Kind.DEVICE_CLASS, "", NAME)
                            .with("spec", Json.Obj.of("selectors", Json.arr(selector))));
        }
    }

    private static Json.Obj slice(ObjectVersion node, Json.Arr devices) {
        Json.Obj metadata =
                Json.Obj.EMPTY
                        .with("generateName", node.name() + "-" + NAME + "-")
                        .with(
                                "ownerReferences",
                                Json.arr(
                                        ObjectTemplates.controller(
                                                Kind.NODE, node.name(), node.uid())));
        Json.Obj pool =
                Json.Obj.EMPTY
                        .with("name", node.name())
                        .with("generation", 1)
                        .with("resourceSliceCount", 1);
        return Json.Obj.EMPTY
                .with("apiVersion", Kind.RESOURCE_SLICE.apiVersion())
                .with("kind", Kind.RESOURCE_SLICE.name())
                .with("metadata", metadata)
                .with(
                        "spec",
                        Json.Obj.EMPTY
                                .with("driver", NAME)
                                .with("nodeName", node.name())
                                .with("pool", pool)
                                .with("devices", devices));
    }

    private static Json.Arr devices(String node, NodeGpus gpus) {
        var devices = new ArrayList<Json>();
        for (int index = 0; index < gpus.count(); index++) {
            devices.add(device(node, index, gpus));
        }
        return new Json.Arr(List.copyOf(devices));
    }

    private static Json.Obj device(String node, int index, NodeGpus gpus) {
        GpuModel model = gpus.model();
        Json.Obj attributes =
                Json.Obj.builder()
                        .put("index", Json.Obj.of("int", Json.of(index)))
                        .put("model", Json.Obj.of("string", Json.of(model.name())))
                        .put("uuid", Json.Obj.of("string", Json.of("gpu-" + node + "-" + index)))
                        .build();
        Json.Obj memory = Json.Obj.of("value", Json.of(model.memory()));
        Json.Obj device =
                Json.Obj.EMPTY.with("name", "gpu-" + index).with("attributes", attributes);
        return gpus.shared()
                ? device.with("allowMultipleAllocations", true)
                        .with(
                                "capacity",
                                Json.Obj.EMPTY.with("memory", memory).with(NodeGpus.SHARE, share()))
                : device.with("capacity", Json.Obj.of("memory", memory));
    }

    /// The capacity that claims divide. A claim that requests no amount gets the complete GPU.
    private static Json.Obj share() {
        String all = Integer.toString(NodeGpus.WHOLE);
        return Json.Obj.EMPTY
                .with("value", all)
                .with(
                        "requestPolicy",
                        Json.Obj.EMPTY
                                .with("default", all)
                                .with(
                                        "validRange",
                                        Json.Obj.EMPTY.with("min", "1").with("step", "1")));
    }
}
