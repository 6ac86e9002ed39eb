package dev.berth.dashboard;

import dev.berth.engine.port.Message;
import dev.berth.engine.view.Query;

import java.util.Optional;

/// The scheduler that the dashboard is about.
public interface Scheduler {
    /// Asks the scheduling thread; empty if it does not answer in time.
    <T> Optional<T> ask(Query<T> query);

    /// Sends a message to the scheduling thread.
    void post(Message message);

    /// The identity of the leader, if this replica is a standby; empty text while there is none.
    Optional<String> leader();
}
