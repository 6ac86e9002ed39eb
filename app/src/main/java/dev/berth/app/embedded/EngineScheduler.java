package dev.berth.app.embedded;

import dev.berth.dashboard.Scheduler;
import dev.berth.engine.Engine;
import dev.berth.engine.port.Message;
import dev.berth.engine.view.Query;

import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/// Queries an engine of this process.
public final class EngineScheduler implements Scheduler {
    /// The timeout of a query. A loop iteration takes a moment, so a thread that needs longer
    /// hangs.
    private static final int TIMEOUT_SECONDS = 5;

    private final Engine engine;
    private final Supplier<Optional<String>> leader;

    /// @param leader the leader, if this replica stands by
    public EngineScheduler(Engine engine, Supplier<Optional<String>> leader) {
        this.engine = engine;
        this.leader = leader;
    }

    @Override
    public <T> Optional<T> ask(Query<T> query) {
        try {
            return Optional.of(engine.ask(query).get(TIMEOUT_SECONDS, TimeUnit.SECONDS));
        } catch (TimeoutException busy) {
            return Optional.empty();
        } catch (ExecutionException bug) {
            throw new IllegalStateException(bug.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    @Override
    public void post(Message message) {
        engine.post(message);
    }

    @Override
    public Optional<String> leader() {
        return leader.get();
    }
}
