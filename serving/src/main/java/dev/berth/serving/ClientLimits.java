package dev.berth.serving;

import java.time.Duration;

/// What a client may take.
///
/// @param idle how long it may be silent, be it between requests or within one
/// @param header bytes of the head of a request
/// @param body bytes of what follows it
/// @param stop how long answers may take once the server is to end
public record ClientLimits(Duration idle, int header, int body, Duration stop) {
    public static final ClientLimits DEFAULTS =
            new ClientLimits(Duration.ofSeconds(90), 64 << 10, 64 << 10, Duration.ofSeconds(5));

    public ClientLimits withBody(int newBody) {
        return new ClientLimits(idle, header, newBody, stop);
    }
}
