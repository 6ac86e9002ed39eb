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

/// The way between a caller and the server, on which a call may be turned back, held up or lost.
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

    /// How failures look to the caller: being refused with a code and a message, and hearing
    /// nothing.
    record Failure<T>(BiFunction<Integer, String, T> refused, Function<String, T> unknown) {}

    /// Makes the call and passes on its answer, or what the fault makes of it.
    ///
    /// @param target the object it is about, as messages say it: `pods "web"`
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
                            failure.refused()
                                    .apply(
                                            409,
                                            "Operation cannot be fulfilled on "
                                                    + target
                                                    + ": the object has been modified; please apply"
                                                    + " your changes to the latest version and try"
                                                    + " again"));
            case CallFault.Throttled(_) ->
                    answer.accept(
                            failure.refused()
                                    .apply(429, "Too many requests, please try again later."));
            case CallFault.ServerError(int code) ->
                    answer.accept(failure.refused().apply(code, message(code)));
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
