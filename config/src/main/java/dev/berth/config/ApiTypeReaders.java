package dev.berth.config;

import dev.berth.model.Decoder;
import dev.berth.model.NodeAffinity;
import dev.berth.model.SpreadConstraint;
import dev.berth.model.json.Json;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Reads the parts of Kubernetes objects that plugin arguments contain, and rejects unknown fields.
final class ApiTypeReaders {
    /// How a part is read.
    ///
    /// @param sample a value that contains all known fields; fields with `null` are not checked
    ///   further
    record Part(Json sample, Function<Json.Obj, ?> reader) {}

    private static final String REQUIREMENTS = "[{\"key\":null,\"operator\":null,\"values\":null}]";
    private static final String NODE_TERM =
            "{\"matchExpressions\":%1$s,\"matchFields\":%1$s}".formatted(REQUIREMENTS);
    private static final Map<Class<?>, Part> PARTS =
            Map.of(
                    NodeAffinity.class,
                    new Part(
                            Json.parse(
                                    """
                                    {"requiredDuringSchedulingIgnoredDuringExecution":
                                      {"nodeSelectorTerms":[%1$s]},
                                     "preferredDuringSchedulingIgnoredDuringExecution":
                                      [{"weight":null,"preference":%1$s}]}
                                    """
                                            .formatted(NODE_TERM)),
                            Decoder::nodeAffinity),
                    SpreadConstraint.class,
                    new Part(
                            Json.parse(
                                    """
                                    {"maxSkew":null,"topologyKey":null,"whenUnsatisfiable":null,
                                     "labelSelector":{"matchLabels":null,"matchExpressions":%s},
                                     "minDomains":null,"nodeAffinityPolicy":null,
                                     "nodeTaintsPolicy":null,"matchLabelKeys":null}
                                    """
                                            .formatted(REQUIREMENTS)),
                            Decoder::spreadConstraint));

    private ApiTypeReaders() {}

    static Optional<Part> of(Class<?> type) {
        return Optional.ofNullable(PARTS.get(type));
    }
}
