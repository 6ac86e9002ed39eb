package dev.berth.serving.zpage;

import dev.berth.serving.http.Endpoint;
import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.http.ServerResponse;

/// Serves metrics.
public final class MetricsEndpoint implements Endpoint {
    private final MetricsText exposition;
    private final String startSeconds;

    /// @param startSeconds the start time of the process in seconds since 1970
    public MetricsEndpoint(MetricsText exposition, long startSeconds) {
        this.exposition = exposition;
        this.startSeconds = Long.toString(startSeconds);
    }

    @Override
    public ServerResponse answer(ServerRequest call) {
        if (call.method().equals("DELETE")) {
            exposition.reset();
            return ServerResponse.text("metrics reset\n");
        }
        MetricsText.Page page = exposition.scrape(call.header("Accept").orElse(""));
        ServerResponse answer =
                ServerResponse.of(ServerResponse.OK, page.contentType(), page.body());
        return page.contentType().isEmpty()
                ? answer
                : answer.with("Process-Start-Time-Unix", startSeconds);
    }
}
