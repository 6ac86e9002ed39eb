package dev.berth.serving;

import java.time.Duration;

/// What a client may take.
///
/// @param idle how long it may be silent, be it between requests or within one
/// @param header bytes of the head of a request
/// @param body bytes of what follows it
/// @param stop how long answers may take once the server is to end
public record Limits(Duration idle, int header, int body, Duration stop) {
    public static final Limits USUAL =
            new Limits(Duration.ofSeconds(90), 64 << 10, 64 << 10, Duration.ofSeconds(5));

    public Limits withBody(int newBody) {
        return new Limits(idle, header, newBody, stop);
    }
}
