package dev.berth.engine.queue;

/// How an event requeues an unschedulable pod (kube-scheduler: `queueingStrategy`).
enum QueueingStrategy {
    SKIP(0),
    AFTER_BACKOFF(1),
    IMMEDIATELY(2);

    private final int number;

    QueueingStrategy(int number) {
        this.number = number;
    }

    /// The number that kube-scheduler logs.
    int number() {
        return number;
    }
}
