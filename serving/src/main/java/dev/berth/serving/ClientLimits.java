package dev.berth.serving;

import java.time.Duration;

/// The limits of a client.
///
/// @param idle the idle timeout, between requests and within one
/// @param headTime how long a client can take for the TLS handshake, and for the head of a request
/// @param bodyTime how long a client can take for the body of a request
/// @param maxHead the maximum size of a request's head in bytes
/// @param maxBody the maximum size of a request's body in bytes
/// @param maxUnauthenticated the maximum number of connections without an authenticated request
/// @param stop how long responses can take after the server is stopped
public record ClientLimits(
        Duration idle,
        Duration headTime,
        Duration bodyTime,
        int maxHead,
        int maxBody,
        int maxUnauthenticated,
        Duration stop) {
    // Parity: kube-scheduler closes a connection after 90 s of silence, or 32 s after the beginning
    // of a handshake or head that is incomplete.
    public static final ClientLimits DEFAULTS =
            new ClientLimits(
                    Duration.ofSeconds(90),
                    Duration.ofSeconds(32),
                    Duration.ofSeconds(60),
                    64 << 10,
                    64 << 10,
                    200,
                    Duration.ofSeconds(5));

    public ClientLimits withIdle(Duration time) {
        return new ClientLimits(
                time, headTime, bodyTime, maxHead, maxBody, maxUnauthenticated, stop);
    }

    public ClientLimits withHeadTime(Duration time) {
        return new ClientLimits(idle, time, bodyTime, maxHead, maxBody, maxUnauthenticated, stop);
    }

    public ClientLimits withBodyTime(Duration time) {
        return new ClientLimits(idle, headTime, time, maxHead, maxBody, maxUnauthenticated, stop);
    }

    public ClientLimits withMaxBody(int bytes) {
        return new ClientLimits(idle, headTime, bodyTime, maxHead, bytes, maxUnauthenticated, stop);
    }

    public ClientLimits withStop(Duration time) {
        return new ClientLimits(
                idle, headTime, bodyTime, maxHead, maxBody, maxUnauthenticated, time);
    }
}
