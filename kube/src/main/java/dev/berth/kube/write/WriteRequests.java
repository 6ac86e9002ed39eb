package dev.berth.kube.write;

import dev.berth.engine.port.StatusPatch;
import dev.berth.kubeclient.ApiPath;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.wire.BindingBody;
import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;
import dev.berth.spi.Write;

import java.util.Optional;

/// Builds the requests of writes.
final class WriteRequests {
    private WriteRequests() {}

    /// Returns the request, or nothing if there is nothing to write.
    ///
    /// @param now the current time in RFC 3339
    /// @param protobuf whether to encode bodies as protobuf where the kind supports it
    static Optional<ApiRequest> of(Write write, String now, boolean protobuf) {
        return switch (write) {
            case Write.BindPod bind -> Optional.of(binding(bind, protobuf));
            case Write.PatchPodStatus patch ->
                    StatusPatch.of(patch, now).map(body -> patch(patch.pod(), body));
            case Write.DeletePod delete -> Optional.of(deletion(delete));
            case Write.Merge merge ->
                    Optional.of(
                            ApiRequest.patch(
                                    ApiPath.of(merge.kind(), merge.namespace(), merge.name()),
                                    ApiRequest.MERGE_PATCH,
                                    merge.patch()));
            case Write.MergeStatus status ->
                    Optional.of(
                            ApiRequest.patch(
                                    ApiPath.of(status.kind(), status.namespace(), status.name())
                                            + "/status",
                                    ApiRequest.MERGE_PATCH,
                                    status.patch()));
            case Write.Create create ->
                    Optional.of(
                            ApiRequest.post(
                                    ApiPath.of(
                                            create.kind(),
                                            create.content()
                                                    .textAt("metadata", "namespace")
                                                    .orElse("")),
                                    create.content()));
            case Write.Delete delete ->
                    Optional.of(
                            deletion(
                                    ApiPath.of(delete.kind(), delete.namespace(), delete.name()),
                                    delete.uid()));
            case Write.Replace replace ->
                    Optional.of(
                            ApiRequest.put(
                                    ApiPath.of(replace.kind(), replace.namespace(), replace.name()),
                                    replace.content()));
        };
    }

    private static ApiRequest binding(Write.BindPod bind, boolean protobuf) {
        String path = ApiPath.of(Kind.POD, bind.namespace(), bind.name()) + "/binding";
        var body = new BindingBody(bind.namespace(), bind.name(), bind.uid(), bind.node());
        return protobuf
                ? ApiRequest.with("POST", path, ApiRequest.PROTOBUF, body.protobuf())
                : ApiRequest.post(path, body.json());
    }

    private static ApiRequest patch(Pod pod, Json.Obj body) {
        return ApiRequest.patch(
                ApiPath.of(Kind.POD, pod.namespace(), pod.name()) + "/status",
                ApiRequest.STRATEGIC_MERGE_PATCH,
                body);
    }

    private static ApiRequest deletion(Write.DeletePod delete) {
        return deletion(ApiPath.of(Kind.POD, delete.namespace(), delete.name()), delete.uid());
    }

    private static ApiRequest deletion(String path, String uid) {
        return ApiRequest.delete(
                path,
                Json.Obj.EMPTY
                        .with("apiVersion", "v1")
                        .with("kind", "DeleteOptions")
                        .with("preconditions", Json.Obj.EMPTY.with("uid", uid)));
    }
}
