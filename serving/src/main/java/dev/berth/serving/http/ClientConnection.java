package dev.berth.serving.http;

/// The connection that a request arrived on.
@FunctionalInterface
public interface ClientConnection {
    /// For requests without a connection.
    ClientConnection NONE = () -> {};

    /// Reports that the client is authenticated. Its connection no longer counts towards the limit
    /// of unauthenticated connections.
    void authenticated();
}
