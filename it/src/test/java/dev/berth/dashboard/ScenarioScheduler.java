package dev.berth.dashboard;

import dev.berth.engine.port.Message;
import dev.berth.engine.view.Query;
import dev.berth.testkit.Scenario;

import java.util.Optional;

/// The scheduler of a scenario.
///
/// @param leader the leader, if this replica is a standby
record ScenarioScheduler(Scenario scenario, Optional<String> leader) implements Scheduler {
    ScenarioScheduler(Scenario scenario) {
        this(scenario, Optional.empty());
    }

    @Override
    public <T> Optional<T> ask(Query<T> query) {
        return Optional.of(scenario.ask(query));
    }

    @Override
    public void post(Message message) {
        scenario.report(message).untilQuiet();
    }
}
