package dev.berth.serving;

import java.time.Duration;

/// The limits of a client.
///
/// @param idle the idle timeout, between requests and within one
/// @param header the maximum size of a request's head in bytes
/// @param body the maximum size of a request's body in bytes
/// @param stop how long responses can take after the server is stopped
public record ClientLimits(Duration idle, int header, int body, Duration stop) {
    public static final ClientLimits DEFAULTS =
            new ClientLimits(Duration.ofSeconds(90), 64 << 10, 64 << 10, Duration.ofSeconds(5));

    public ClientLimits withBody(int newBody) {
        return new ClientLimits(idle, header, newBody, stop);
    }
}
