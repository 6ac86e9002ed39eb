package dev.berth.serving.http;

/// Answers requests. It is called on a virtual thread, so it may wait.
@FunctionalInterface
public interface Endpoint {
    Answer answer(Call call) throws InterruptedException;

    /// To a request whose body has more bytes than are read.
    default Answer tooLarge(int limit) {
        return Answer.problem(413, "413 Request Entity Too Large");
    }
}
