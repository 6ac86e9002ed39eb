package dev.berth.dashboard;

import dev.berth.engine.view.Query;

/// Asks a scheduler whose silence is an answer of its own.
final class Inquiry {
    private final Scheduler scheduler;

    Inquiry(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    <T> T ask(Query<T> query) throws Unanswered {
        return scheduler.ask(query).orElseThrow(Unanswered::busy);
    }
}
