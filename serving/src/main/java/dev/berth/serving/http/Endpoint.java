package dev.berth.serving.http;

/// Responds to requests. It is called on a virtual thread, so it can block.
@FunctionalInterface
public interface Endpoint {
    ServerResponse answer(ServerRequest call) throws InterruptedException;

    /// Responds to a request whose body exceeds the limit.
    default ServerResponse tooLarge(int limit) {
        return ServerResponse.problem(413, "413 Request Entity Too Large");
    }
}
