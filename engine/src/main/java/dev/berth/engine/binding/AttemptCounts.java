package dev.berth.engine.binding;

/// How many attempts there were, and how they ended.
public final class AttemptCounts {
    private long attempts;
    private long scheduled;
    private long unschedulable;
    private long errors;

    public void countAttempt() {
        attempts++;
    }

    void countScheduled() {
        scheduled++;
    }

    void count(AttemptFailure failure) {
        switch (failure) {
            case AttemptFailure.Unschedulable rejected -> unschedulable++;
            case AttemptFailure.Failed failed -> errors++;
        }
    }

    public long attempts() {
        return attempts;
    }

    public long scheduled() {
        return scheduled;
    }

    public long unschedulable() {
        return unschedulable;
    }

    public long errors() {
        return errors;
    }
}
