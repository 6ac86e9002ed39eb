package dev.berth.app.process;

import dev.berth.engine.port.ExtenderSpec;
import dev.berth.engine.port.Log;
import dev.berth.kubeclient.Access;
import dev.berth.kubeclient.InCluster;
import dev.berth.kubeclient.Kubeconfig;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.wire.JsonFormat;
import dev.berth.kubeclient.wire.ProtobufFormat;
import dev.berth.kubeclient.wire.WireFormat;
import dev.berth.model.Decoder;
import dev.berth.model.Kind;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/// Derives the connection to an API server from a configuration.
final class Wiring {
    private static final List<String> CONTENT_TYPES = List.of(ApiRequest.PROTOBUF, ApiRequest.JSON);

    private Wiring() {}

    /// @throws IllegalArgumentException if there is no address of an API server
    static Access access(String kubeconfig, String master, Map<String, String> environment) {
        if (!kubeconfig.isEmpty()) {
            return Kubeconfig.read(kubeconfig, master, environment);
        }
        if (!master.isEmpty()) {
            return Kubeconfig.plain(master, environment);
        }
        return InCluster.find(environment, InCluster.ACCOUNT)
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "invalid configuration: no configuration has been provided, try"
                                        + " setting KUBERNETES_MASTER environment variable; set"
                                        + " --kubeconfig or clientConnection.kubeconfig"));
    }

    /// Warns if the configured content type is not supported.
    static void checkContentType(String contentType, Log log) {
        String type = contentType.split(";", 2)[0].strip();
        if (!type.isEmpty() && !CONTENT_TYPES.contains(type)) {
            log.warn(
                    "Unknown content type, using JSON",
                    "contentType",
                    contentType,
                    "known",
                    CONTENT_TYPES);
        }
    }

    /// The content type in which objects of a kind are read.
    ///
    /// Extenders receive complete pods and nodes; the protobuf reader keeps only some fields.
    static Function<Kind, WireFormat> formats(String contentType, List<ExtenderSpec> extenders) {
        var decoder = new Decoder();
        Set<Kind> whole = extenders.isEmpty() ? Set.of() : Set.of(Kind.POD, Kind.NODE);
        var json = new JsonFormat(decoder, whole);
        var protobuf = new ProtobufFormat(decoder);
        boolean compact = contentType.startsWith(ApiRequest.PROTOBUF);
        return kind ->
                compact && protobuf.supports(kind) && !whole.contains(kind) ? protobuf : json;
    }
}
