package dev.berth.harness.cases;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;

import java.util.ArrayList;
import java.util.List;

/// Generates container images. A name has the same size on all nodes.
final class ImageGenerator {
    private static final long MB = 1L << 20;

    private record Image(List<String> names, long bytes) {}

    private static final String DIGEST = "@sha256:" + "0123456789abcdef".repeat(4);

    private final SeededRandom random;
    private final List<Image> catalog = new ArrayList<>();

    ImageGenerator(CaseDraft draft) {
        this.random = draft.random;
        List<List<String>> names =
                List.of(
                        List.of("nginx:latest"),
                        List.of("registry.example.com:5000/app:latest", "registry/app:v1"),
                        List.of("example.com/db:v2", "example.com/db" + DIGEST),
                        List.of("busybox:1.36"),
                        List.of("example.com/model:big"));
        for (List<String> each : names) {
            long bytes =
                    draft.limits
                            ? random.amount(0L, 1L, 23 * MB, 23 * MB + 1, 1000 * MB, 1L << 40)
                            : random.amount(
                                    10 * MB, 23 * MB, 24 * MB, 40 * MB, 100 * MB, 250 * MB,
                                    300 * MB, 600 * MB, 1000 * MB, 4000 * MB);
            catalog.add(new Image(each, bytes));
        }
    }

    /// The images of a node, not always under all names.
    Arr onNode() {
        var images = new ArrayList<Json>();
        for (Image image : catalog) {
            if (random.chance(45)) {
                List<String> names =
                        random.some(image.names(), random.between(1, image.names().size()));
                images.add(
                        Obj.builder()
                                .put("names", CaseDraft.texts(names))
                                .put("sizeBytes", image.bytes())
                                .build());
            }
        }
        return new Arr(images);
    }

    /// The image name in a pod: some names have a tag, some a digest, some neither.
    String wanted() {
        if (random.chance(8)) {
            return "example.com/nowhere:v1";
        }
        String name = random.oneOf(random.oneOf(catalog).names());
        return name.endsWith(":latest") && random.chance(60)
                ? name.substring(0, name.length() - ":latest".length())
                : name;
    }
}
