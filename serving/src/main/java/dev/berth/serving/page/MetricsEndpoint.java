package dev.berth.serving.page;

import dev.berth.serving.http.Answer;
import dev.berth.serving.http.Call;
import dev.berth.serving.http.Endpoint;

/// Metrics for whoever collects them.
public final class MetricsEndpoint implements Endpoint {
    private final Exposition exposition;
    private final String startSeconds;

    /// @param startSeconds when the process began, since 1970
    public MetricsEndpoint(Exposition exposition, long startSeconds) {
        this.exposition = exposition;
        this.startSeconds = Long.toString(startSeconds);
    }

    @Override
    public Answer answer(Call call) {
        if (call.method().equals("DELETE")) {
            exposition.reset();
            return Answer.text("metrics reset\n");
        }
        Exposition.Page page = exposition.scrape(call.header("Accept").orElse(""));
        Answer answer = Answer.of(Answer.OK, page.contentType(), page.body());
        return page.contentType().isEmpty()
                ? answer
                : answer.with("Process-Start-Time-Unix", startSeconds);
    }
}
