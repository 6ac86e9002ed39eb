package dev.berth.kube.write;

import dev.berth.engine.port.ApiPort;
import dev.berth.engine.port.Clock;
import dev.berth.engine.port.ReadOutcome;
import dev.berth.kubeclient.ApiClient;
import dev.berth.kubeclient.ApiPath;
import dev.berth.kubeclient.Sleeper;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.ApiResponse;
import dev.berth.kubeclient.http.NotSentException;
import dev.berth.kubeclient.wire.WireFormat;
import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.model.json.Rfc3339;
import dev.berth.spi.EventRecord;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

/// Sends the calls of the engine to a real API server. No method blocks: the port queues the calls,
/// and the threads that send them deliver the outcomes.
public final class KubePort implements ApiPort, AutoCloseable {
    /// The code of a call that was not sent to the server.
    private static final int NOT_SENT = 0;

    private static final int SERVER_ERROR = 500;
    private static final int UNAVAILABLE = 503;

    /// The pauses between the attempts of a bind.
    // Parity: retry.OnError of DefaultBinder starts with 10 ms and multiplies by 5.
    private static final List<Duration> BIND_RETRIES =
            List.of(Duration.ofMillis(10), Duration.ofMillis(50), Duration.ofMillis(250));

    private final ApiClient client;
    private final WireFormat format;
    private final Clock clock;
    private final Sleeper sleeper;
    private final WriteGate gate;
    private final Consumer<List<EventRecord>> events;
    private final LinkedBlockingDeque<Runnable> queue = new LinkedBlockingDeque<>();
    private final WriterPool writers;

    /// @param format the wire format of pods
    /// @param sleeper waits between the attempts of a bind
    /// @param gate the guard that every write passes before it is sent
    /// @param maxInFlight the maximum number of requests in flight
    public KubePort(
            ApiClient client,
            WireFormat format,
            Clock clock,
            Sleeper sleeper,
            WriteGate gate,
            Consumer<List<EventRecord>> events,
            int maxInFlight,
            ThreadFactory factory) {
        this.client = client;
        this.format = format;
        this.clock = clock;
        this.sleeper = sleeper;
        this.gate = gate;
        this.events = events;
        this.writers =
                new WriterPool(
                        "write", maxInFlight, () -> Optional.ofNullable(queue.poll()), factory);
    }

    @Override
    public void submit(List<Call> calls) {
        calls.forEach(call -> queue.add(() -> answer(call)));
        writers.signal(calls.size());
    }

    /// Sends one call. After the gate is shut, a call that was not sent has no outcome: the engine
    /// has stopped, and a rejection would appear to users as a scheduling failure.
    private void answer(Call call) {
        if (gate.isShut()) {
            return;
        }
        WriteOutcome outcome = outcome(call);
        if (!gate.isShut() || !notSent(outcome)) {
            call.answer().accept(outcome);
        }
    }

    private static boolean notSent(WriteOutcome outcome) {
        return outcome instanceof WriteOutcome.Refused refused && refused.code() == NOT_SENT;
    }

    private WriteOutcome outcome(Call call) {
        Optional<ApiRequest> request;
        try {
            request =
                    WriteRequests.of(
                            call.write(), now(), format.mediaType().equals(ApiRequest.PROTOBUF));
        } catch (RuntimeException bug) {
            return new WriteOutcome.Refused(NOT_SENT, "cannot create the request: " + bug);
        }
        return request.map(each -> outcome(call.write(), each.tracedBy(call.traceparent())))
                .orElse(WriteOutcome.DONE);
    }

    private WriteOutcome outcome(Write write, ApiRequest request) {
        try {
            // A call that cannot be sent must not consume the client's rate limit.
            gate.check();
            return write instanceof Write.BindPod ? bound(write, request) : sent(write, request);
        } catch (NotSentException e) {
            return new WriteOutcome.Refused(NOT_SENT, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            return new WriteOutcome.Unknown(
                    "%s: %s".formatted(request, String.valueOf(e.getMessage())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new WriteOutcome.Unknown(request + ": the process ends");
        } catch (RuntimeException bug) {
            // The request may have been sent, and the engine waits for an outcome.
            return new WriteOutcome.Unknown("%s: %s".formatted(request, bug));
        }
    }

    /// Sends a bind again if the server has a temporary problem or refuses the connection.
    // Parity: DefaultBinder retries 500, 503 and refused connections, but no conflict.
    private WriteOutcome bound(Write write, ApiRequest request)
            throws IOException, InterruptedException {
        // Whether the server may have bound the pod in an earlier attempt.
        boolean maybeBound = false;
        for (Duration pause : BIND_RETRIES) {
            try {
                WriteOutcome outcome = sent(write, request);
                if (!(outcome instanceof WriteOutcome.Refused refused) || !temporary(refused)) {
                    return bindOutcome(outcome, maybeBound);
                }
                maybeBound = true;
            } catch (NotSentException e) {
                if (!(e.getCause() instanceof ConnectException)) {
                    throw e;
                }
            }
            sleeper.atMost(pause);
            gate.check();
        }
        try {
            return bindOutcome(sent(write, request), maybeBound);
        } catch (NotSentException e) {
            if (maybeBound) {
                return new WriteOutcome.Unknown(String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }

    private static boolean temporary(WriteOutcome.Refused refused) {
        return refused.code() == SERVER_ERROR || refused.code() == UNAVAILABLE;
    }

    /// A server that responds with a 5xx code may have bound the pod, and then responds with a
    /// conflict to the next attempt. The engine reads the pod back in these cases.
    // Differs: kube-scheduler reports such a conflict as a failure.
    private static WriteOutcome bindOutcome(WriteOutcome outcome, boolean maybeBound) {
        return outcome instanceof WriteOutcome.Refused refused
                        && (maybeBound || refused.code() >= SERVER_ERROR)
                ? new WriteOutcome.Unknown(refused.message())
                : outcome;
    }

    private WriteOutcome sent(Write write, ApiRequest request)
            throws IOException, InterruptedException {
        try (ApiResponse response =
                client.send(request.accepting(format.mediaType()).through(gate))) {
            return response.granted()
                    ? done(write, response)
                    : new WriteOutcome.Refused(
                            response.status(),
                            format.readStatus(response.status(), response.body()).message());
        }
    }

    private WriteOutcome done(Write write, ApiResponse response) throws IOException {
        return switch (write) {
            case Write.Merge merge -> done(merge.kind(), response);
            case Write.MergeStatus status -> done(status.kind(), response);
            case Write.Create create -> done(create.kind(), response);
            case Write.BindPod _,
                    Write.PatchPodStatus _,
                    Write.DeletePod _,
                    Write.Replace _,
                    Write.Delete _ ->
                    WriteOutcome.DONE;
        };
    }

    private WriteOutcome done(Kind kind, ApiResponse response) throws IOException {
        return new WriteOutcome.Done(
                format.readObject(kind, response.body()).object().meta().resourceVersion());
    }

    private String now() {
        return Rfc3339.seconds(clock.instant());
    }

    /// Reads a pod before the waiting writes: the engine reads back a pod whose bind has no known
    /// outcome, and keeps its resources assumed until then.
    @Override
    public void read(String namespace, String name, Consumer<ReadOutcome> answer) {
        queue.addFirst(() -> answer.accept(read(namespace, name)));
        writers.signal(1);
    }

    private ReadOutcome read(String namespace, String name) {
        ApiRequest request =
                ApiRequest.get(ApiPath.of(Kind.POD, namespace, name)).accepting(format.mediaType());
        try (ApiResponse response = client.send(request)) {
            if (response.status() == WriteOutcome.Refused.NOT_FOUND) {
                return new ReadOutcome.Absent();
            }
            if (!response.granted()) {
                return new ReadOutcome.Failed(
                        format.readStatus(response.status(), response.body()).message());
            }
            WireFormat.Seen seen = format.readObject(Kind.POD, response.body());
            return new ReadOutcome.Found((Pod) seen.object(), seen.whole());
        } catch (IOException e) {
            return new ReadOutcome.Failed(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new ReadOutcome.Failed("the process ends");
        } catch (RuntimeException bug) {
            return new ReadOutcome.Failed(bug.toString());
        }
    }

    @Override
    public void events(List<EventRecord> notes) {
        events.accept(notes);
    }

    /// The number of calls in the queue.
    public int waiting() {
        return queue.size();
    }

    /// Closes the port after the queued calls.
    @Override
    public void close() {
        writers.close();
    }
}
