package dev.berth.kubeclient;

import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.ApiResponse;

import java.io.IOException;

/// The way to one API server.
@FunctionalInterface
public interface ApiClient {
    /// Sends the request and waits for the head of its answer; whoever calls reads and closes the
    /// body. Waits, so it is for virtual threads.
    ///
    /// @throws IOException if there is no answer: what was asked for may have been done or not
    ApiResponse send(ApiRequest request) throws IOException, InterruptedException;
}
