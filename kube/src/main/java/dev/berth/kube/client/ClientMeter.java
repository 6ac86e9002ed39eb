package dev.berth.kube.client;

import dev.berth.kube.http.Endpoint;

/// Told of every request, by whatever thread makes it.
public interface ClientMeter {
    ClientMeter NONE = new ClientMeter() {};

    /// The request had to wait so long for its turn, perhaps not at all.
    default void waited(ApiRequest request, Endpoint server, long nanos) {}

    /// The head of an answer came after so long.
    default void answered(ApiRequest request, Endpoint server, ApiResponse response, long nanos) {}

    /// No answer came.
    default void failed(ApiRequest request, Endpoint server, long nanos) {}

    /// The server asked to be asked later.
    default void retried(ApiRequest request, Endpoint server, int status) {}
}
