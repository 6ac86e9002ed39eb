package dev.berth.kubeclient.http;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/// The deadline of one request. When it passes, or the request is cancelled, the connection is
/// closed: a read timeout alone starts anew with every byte, and a write has none.
final class Deadline {
    private enum State {
        RUNNING,
        MET,
        PASSED,
        CANCELLED
    }

    private final Duration limit;
    private final LongSupplier nanos;
    private final long atNanos;
    private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);
    private volatile @Nullable Socket socket;

    Deadline(Duration limit, LongSupplier nanos) {
        this.limit = limit;
        this.nanos = nanos;
        this.atNanos = nanos.getAsLong() + limit.toNanos();
    }

    /// The request uses this socket from now on: the one below all TLS, because an orderly end of
    /// TLS could wait for another thread.
    void covers(Socket used) throws IOException {
        socket = used;
        if (broken()) {
            used.close();
        }
    }

    /// The remaining time, but at most `longest`, as a socket timeout.
    int millisLeft(Duration longest) {
        long left = (atNanos - nanos.getAsLong()) / 1_000_000;
        return Math.clamp(Math.min(left, longest.toMillis()), 1, Integer.MAX_VALUE);
    }

    /// Ends the request if its time is over. Returns whether it is.
    boolean passIfDue() {
        boolean due = atNanos - nanos.getAsLong() < 0;
        if (due) {
            end(State.PASSED);
        }
        return due;
    }

    /// The response is complete, so that the connection can be reused. Returns false if that was
    /// too late.
    boolean met() {
        return state.compareAndSet(State.RUNNING, State.MET) || state.get() == State.MET;
    }

    void cancel() {
        end(State.CANCELLED);
    }

    private void end(State how) {
        if (!state.compareAndSet(State.RUNNING, how)) {
            return;
        }
        closeCovered();
    }

    void closeCovered() {
        Socket used = socket;
        if (used != null) {
            try {
                used.close();
            } catch (IOException nothingLost) {
                // The socket is discarded.
            }
        }
    }

    Socket covered() {
        return Objects.requireNonNull(socket);
    }

    /// Whether the connection is closed.
    boolean broken() {
        State now = state.get();
        return now == State.PASSED || now == State.CANCELLED;
    }

    /// The reason for an exception on the connection.
    IOException explained(IOException problem) {
        return switch (state.get()) {
            case RUNNING, MET -> problem;
            case PASSED ->
                    because("no complete response within " + limit.toSeconds() + "s", problem);
            case CANCELLED -> because("the request was cancelled", problem);
        };
    }

    private static IOException because(String reason, IOException problem) {
        return problem instanceof NotSentException
                ? new NotSentException(reason, problem)
                : new IOException(reason, problem);
    }
}
