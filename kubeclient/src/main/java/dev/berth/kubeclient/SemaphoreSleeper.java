package dev.berth.kubeclient;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Waits in real time.
public final class SemaphoreSleeper implements Sleeper {
    private final Semaphore calls = new Semaphore(0);

    @Override
    public void atMost(Duration time) throws InterruptedException {
        if (calls.tryAcquire(time.toNanos(), TimeUnit.NANOSECONDS)) {
            calls.drainPermits();
        }
    }

    @Override
    public void wake() {
        calls.release();
    }
}
