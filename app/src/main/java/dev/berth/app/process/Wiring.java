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

/// What follows from a configuration for the way to an API server.
final class Wiring {
    private static final List<String> CONTENT_TYPES = List.of(ApiRequest.PROTOBUF, ApiRequest.JSON);

    private Wiring() {}

    /// @throws IllegalArgumentException if nothing says where the API server is
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
                                    + " setting KUBERNETES_MASTER environment variable; name a file"
                                    + " with --kubeconfig or clientConnection.kubeconfig"));
    }

    /// Says so when another format is asked for than those that are spoken.
    static void checkContentType(String contentType, Log log) {
        String type = contentType.split(";", 2)[0].strip();
        if (!type.isEmpty() && !CONTENT_TYPES.contains(type)) {
            log.warn(
                    "The content type is not known, JSON is spoken instead",
                    "contentType",
                    contentType,
                    "known",
                    CONTENT_TYPES);
        }
    }

    /// How objects of a kind are read.
    ///
    /// Extenders are sent pods and nodes whole, which protobuf is not read into.
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
