package dev.berth.app.flags;

import dev.berth.app.pflag.Flag;
import dev.berth.app.pflag.FlagValues;
import dev.berth.app.pflag.GoTypes;
import dev.berth.manifest.ManifestException;
import dev.berth.manifest.Manifests;
import dev.berth.model.json.Json;
import dev.berth.observe.tracing.TracingOptions;
import dev.berth.observe.tracing.TracingSource;

import org.jspecify.annotations.Nullable;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/// The flag for traces. Its file has the format that kube-apiserver and the kubelet read.
public final class TracingFlags {
    private static final String KIND = "TracingConfiguration";
    private static final Set<String> VERSIONS =
            Set.of(
                    "apiserver.config.k8s.io/v1",
                    "apiserver.config.k8s.io/v1beta1",
                    "apiserver.config.k8s.io/v1alpha1");
    private static final Set<String> FIELDS =
            Set.of("apiVersion", "kind", "endpoint", "samplingRatePerMillion");
    private static final int MILLION = 1_000_000;

    private static final Flag<String> FILE =
            new Flag<>(
                    "berth",
                    "tracing-config-file",
                    GoTypes.STRING,
                    "",
                    "TracingConfiguration file; turns on traces of scheduling attempts");

    static final List<Flag<?>> ALL = List.of(FILE);

    private TracingFlags() {}

    /// The options; empty if tracing is off.
    ///
    /// @param host the name of the machine
    /// @throws IllegalArgumentException if a value is invalid
    public static Optional<TracingOptions> options(
            FlagValues values, Map<String, String> environment, String host) {
        String file = values.get(FILE);
        return new TracingSource(environment, host)
                .options(file.isEmpty() ? Optional.empty() : Optional.of(read(file)));
    }

    private static TracingSource.File read(String file) {
        Json json;
        try {
            json = Manifests.readFirst(file, InputStream.nullInputStream()).json();
        } catch (ManifestException problem) {
            throw new IllegalArgumentException(
                    "--tracing-config-file: " + problem.getMessage(), problem);
        }
        if (!(json instanceof Json.Obj content)) {
            throw new IllegalArgumentException(file + ": must contain a " + KIND);
        }
        var problems = new ArrayList<String>();
        String version = content.textAt("apiVersion").orElse("");
        if (!content.textAt("kind").orElse("").equals(KIND) || !VERSIONS.contains(version)) {
            problems.add(
                    "must have the kind %s and an apiVersion of %s"
                            .formatted(KIND, String.join(", ", new TreeSet<>(VERSIONS))));
        }
        new TreeSet<>(content.fields().keySet())
                .stream()
                        .filter(field -> !FIELDS.contains(field))
                        .forEach(field -> problems.add("unknown field \"%s\"".formatted(field)));
        Json endpoint = content.fields().get("endpoint");
        if (endpoint != null && !(endpoint instanceof Json.Str)) {
            problems.add("endpoint: must be a string, was " + endpoint.text());
        }
        OptionalInt rate = rate(content.fields().get("samplingRatePerMillion"), problems);
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(file + ": " + String.join("; ", problems));
        }
        return new TracingSource.File(content.textAt("endpoint").orElse(""), rate);
    }

    private static OptionalInt rate(@Nullable Json value, List<String> problems) {
        if (value == null) {
            return OptionalInt.empty();
        }
        try {
            int rate = Integer.parseInt(value.text());
            if (rate >= 0 && rate <= MILLION) {
                return OptionalInt.of(rate);
            }
        } catch (NumberFormatException e) {
            // Not a whole number: reported below.
        }
        problems.add(
                "samplingRatePerMillion: must be a whole number from 0 to 1000000, was "
                        + value.text());
        return OptionalInt.empty();
    }
}
