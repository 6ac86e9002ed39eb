package dev.berth.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.answers.ExampleItem;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/// Manifests to try on any embedded cluster.
public final class ExampleManifests {
    private static final Map<String, String> TITLES =
            Map.of(
                    "preemption", "A pod of higher priority preempts another",
                    "spread", "Pods spread over zones",
                    "waiting", "Pods that stay pending, each for another reason");

    private ExampleManifests() {}

    public static List<ExampleItem> all() {
        return TITLES.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(each -> new ExampleItem(each.getKey(), each.getValue(), yaml(each.getKey())))
                .toList();
    }

    private static String yaml(String name) {
        try (InputStream in =
                ExampleManifests.class.getResourceAsStream("examples/" + name + ".yaml")) {
            if (in == null) {
                throw new IllegalStateException("the build left out examples/" + name + ".yaml");
            }
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
