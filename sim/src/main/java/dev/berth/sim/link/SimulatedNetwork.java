package dev.berth.sim.link;

import dev.berth.engine.port.Clock;
import dev.berth.sim.fault.CallFault;
import dev.berth.sim.fault.FaultTally;
import dev.berth.sim.time.TimerService;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/// The simulated network between a client and the API server, on which calls can fail, be delayed
/// or be lost.
final class SimulatedNetwork {
    static final String NO_ANSWER =
            "context deadline exceeded (Client.Timeout exceeded while awaiting headers)";

    private final Clock clock;
    private final TimerService agenda;
    private final FaultTally tally;

    SimulatedNetwork(Clock clock, TimerService agenda, FaultTally tally) {
        this.clock = clock;
        this.agenda = agenda;
        this.tally = tally;
    }

    /// Creates the outcomes of failed calls: an error with a status code and a message, or an
    /// unknown outcome.
    record Failure<T>(BiFunction<Integer, String, T> rejected, Function<String, T> unknown) {}

    /// Makes the call and passes on the response, or the outcome of the fault.
    ///
    /// @param target the object of the call as error messages name it: `pods "web"`
    <T> void send(
            Optional<CallFault> fault,
            String target,
            Supplier<T> call,
            Failure<T> failure,
            Consumer<T> answer) {
        if (fault.isEmpty()) {
            answer.accept(call.get());
            return;
        }
        tally.add(fault.get().id());
        switch (fault.get()) {
            case CallFault.Conflict() ->
                    answer.accept(
                            failure.rejected()
                                    .apply(
                                            409,
                                            "Operation cannot be fulfilled on "
                                                    + target
                                                    + ": the object has been modified; please apply"
                                                    + " your changes to the latest version and try"
                                                    + " again"));
            case CallFault.Throttled(_) ->
                    answer.accept(
                            failure.rejected()
                                    .apply(429, "Too many requests, please try again later."));
            case CallFault.ServerError(int code) ->
                    answer.accept(failure.rejected().apply(code, message(code)));
            case CallFault.LostBefore(var after) ->
                    later(after, () -> answer.accept(failure.unknown().apply(NO_ANSWER)));
            case CallFault.LostAfter(var after) -> {
                var _ = call.get();
                later(after, () -> answer.accept(failure.unknown().apply(NO_ANSWER)));
            }
            case CallFault.Slow(var by) -> later(by, () -> answer.accept(call.get()));
        }
    }

    private static String message(int code) {
        return switch (code) {
            case 502 ->
                    "an error on the server (\"Bad Gateway\") has prevented the request from"
                            + " succeeding";
            case 503 -> "the server is currently unable to handle the request";
            case 504 -> "Timeout: request did not complete within the allotted duration";
            default -> "Internal error occurred: injected";
        };
    }

    private void later(Duration time, Runnable action) {
        agenda.at(clock.nowNanos() + time.toNanos(), action);
    }
}
