package dev.berth.dashboard;

import dev.berth.engine.port.Message;
import dev.berth.engine.view.Query;

import java.util.Optional;

/// Whom questions are passed on to.
public interface Scheduler {
    /// Asks the scheduling thread; empty if it does not answer in time.
    <T> Optional<T> ask(Query<T> query);

    /// Says something to it.
    void report(Message message);

    /// Who leads instead, if this one stands by; the name is empty while nobody does.
    Optional<String> leader();
}
