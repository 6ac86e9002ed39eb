package dev.berth.serving.http;

/// Answers requests. It is called on a virtual thread, so it may wait.
@FunctionalInterface
public interface Endpoint {
    ServerResponse answer(ServerRequest call) throws InterruptedException;

    /// To a request whose body has more bytes than are read.
    default ServerResponse tooLarge(int limit) {
        return ServerResponse.problem(413, "413 Request Entity Too Large");
    }
}
