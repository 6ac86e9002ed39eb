package dev.berth.serving.http;

/// Answers requests. It is called on a virtual thread, so it may wait.
@FunctionalInterface
public interface Endpoint {
    Answer answer(Call call) throws InterruptedException;
}
