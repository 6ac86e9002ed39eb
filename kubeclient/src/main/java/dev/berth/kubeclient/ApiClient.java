package dev.berth.kubeclient;

import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.ApiResponse;

import java.io.IOException;

/// A client of one API server.
@FunctionalInterface
public interface ApiClient {
    /// Sends the request and blocks until the head of the response arrives, so it is meant for
    /// virtual threads. The caller reads and closes the body.
    ///
    /// @throws IOException if there is no response; the server may or may not have processed the
    ///   request
    ApiResponse send(ApiRequest request) throws IOException, InterruptedException;
}
