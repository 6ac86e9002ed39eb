package dev.berth.serving;

import dev.berth.serving.http.ClientConnection;
import dev.berth.serving.http.Headers;
import dev.berth.serving.http.QueryParameters;
import dev.berth.serving.http.ServerRequest;

import java.util.List;
import java.util.Map;

/// Creates requests without a connection.
public final class Calls {
    private Calls() {}

    public static ServerRequest get(String target) {
        return of("GET", target, Map.of());
    }

    public static ServerRequest of(
            String method, String target, Map<String, List<String>> headers) {
        int mark = target.indexOf('?');
        return new ServerRequest(
                method,
                mark < 0 ? target : target.substring(0, mark),
                target,
                QueryParameters.of(mark < 0 ? "" : target.substring(mark + 1)),
                new Headers(headers),
                List.of(),
                ClientConnection.NONE,
                new byte[0]);
    }
}
