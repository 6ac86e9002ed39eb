package dev.berth.sim.workload;

import dev.berth.model.KubeObject;
import dev.berth.model.Labels;
import dev.berth.model.json.Json;

import java.util.Optional;

/// The GPUs of a simulated node, which the annotations of the node describe.
///
/// @param shared whether several claims can use one GPU
public record NodeGpus(int count, GpuModel model, boolean shared) {
    /// The name of the driver, and of the class of its devices.
    public static final String DRIVER = "gpu.berth.dev";

    /// The capacity of a shared GPU that claims divide, in thousandths of a GPU.
    public static final String SHARE = "milli";

    public static final int WHOLE = 1_000;

    /// The most devices that a ResourceSlice can contain.
    public static final int MAX_COUNT = 128;

    public static final String DEFAULT_MODEL = "A100";

    private static final String COUNT = DRIVER + "/count";
    private static final String MODEL = DRIVER + "/model";
    private static final String SHARED = DRIVER + "/shared";

    public NodeGpus {
        if (count < 1 || count > MAX_COUNT) {
            throw new IllegalArgumentException(
                    "the number of GPUs must be between 1 and " + MAX_COUNT + ", was " + count);
        }
    }

    /// The GPUs of a node. Empty if it has none, or if the annotation is not a valid number.
    public static Optional<NodeGpus> of(KubeObject node) {
        Labels annotations = node.meta().annotations();
        return annotations
                .get(COUNT)
                .flatMap(NodeGpus::number)
                .map(count ->
                        new NodeGpus(
                                count,
                                GpuModel.named(annotations.get(MODEL).orElse(DEFAULT_MODEL)),
                                annotations.get(SHARED).filter("true"::equals).isPresent()));
    }

    private static Optional<Integer> number(String text) {
        try {
            int count = Integer.parseInt(text);
            return count >= 1 && count <= MAX_COUNT ? Optional.of(count) : Optional.empty();
        } catch (NumberFormatException notANumber) {
            return Optional.empty();
        }
    }

    /// Whether the annotations describe other GPUs than before.
    public static boolean changed(KubeObject before, KubeObject after) {
        return !before.meta().annotations().equals(after.meta().annotations())
                && !of(before).equals(of(after));
    }

    /// Adds the annotations to the manifest of a node.
    public Json.Obj describe(Json.Obj node) {
        Json.Obj metadata = node.objAt("metadata").orElse(Json.Obj.EMPTY);
        Json.Obj annotations =
                metadata.objAt("annotations")
                        .orElse(Json.Obj.EMPTY)
                        .with(COUNT, Integer.toString(count))
                        .with(MODEL, model.name());
        return node.with(
                "metadata",
                metadata.with(
                        "annotations", shared ? annotations.with(SHARED, "true") : annotations));
    }
}
