package dev.berth.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/// Manifests to try on an embedded cluster, whatever else there is on it.
public final class Examples {
    private static final Map<String, String> TITLES =
            Map.of(
                    "preemption", "A pod that matters more makes room for itself",
                    "spread", "Pods spread over zones",
                    "waiting", "Pods that wait, each for another reason");

    private Examples() {}

    public static Map<String, Questions.Example> all() {
        var all = new LinkedHashMap<String, Questions.Example>();
        TITLES.keySet().stream()
                .sorted()
                .forEach(name ->
                        all.put(
                                name,
                                new Questions.Example(
                                        TITLES.getOrDefault(name, name), yaml(name))));
        return all;
    }

    private static String yaml(String name) {
        try (InputStream in = Examples.class.getResourceAsStream("examples/" + name + ".yaml")) {
            if (in == null) {
                throw new IllegalStateException("the build left out examples/" + name + ".yaml");
            }
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
