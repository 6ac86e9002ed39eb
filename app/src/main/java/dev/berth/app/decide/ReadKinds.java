package dev.berth.app.decide;

import dev.berth.model.Kind;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The kinds of objects that can influence a decision.
final class ReadKinds {
    private static final Map<String, Kind> KINDS =
            Stream.of(
                            List.of(
                                    Kind.NODE,
                                    Kind.POD,
                                    Kind.NAMESPACE,
                                    Kind.SERVICE,
                                    Kind.REPLICATION_CONTROLLER,
                                    Kind.REPLICA_SET,
                                    Kind.STATEFUL_SET,
                                    Kind.DISRUPTION_BUDGET,
                                    Kind.PRIORITY_CLASS),
                            List.of(
                                    Kind.PERSISTENT_VOLUME,
                                    Kind.PERSISTENT_VOLUME_CLAIM,
                                    Kind.STORAGE_CLASS,
                                    Kind.CSI_NODE,
                                    Kind.CSI_DRIVER,
                                    Kind.CSI_STORAGE_CAPACITY,
                                    Kind.VOLUME_ATTACHMENT),
                            List.of(
                                    Kind.RESOURCE_CLAIM,
                                    Kind.RESOURCE_SLICE,
                                    Kind.DEVICE_CLASS,
                                    Kind.DEVICE_TAINT_RULE))
                    .flatMap(List::stream)
                    .collect(
                            Collectors.toUnmodifiableMap(
                                    kind -> key(kind.apiVersion(), kind.name()), kind -> kind));

    private ReadKinds() {}

    static Optional<Kind> find(String apiVersion, String name) {
        return Optional.ofNullable(KINDS.get(key(apiVersion, name)));
    }

    private static String key(String apiVersion, String name) {
        return apiVersion + " " + name;
    }
}
