package dev.berth.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/// The manifests of the documentation, to be tried on an embedded cluster.
public final class Examples {
    private static final Map<String, String> TITLES =
            Map.of(
                    "preemption", "A pod that matters more makes room for itself",
                    "volumes", "Claims, classes and pods that wait for them");

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
