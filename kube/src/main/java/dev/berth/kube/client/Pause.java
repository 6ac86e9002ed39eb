package dev.berth.kube.client;

import java.time.Duration;

/// How threads wait, so that tests need not.
@FunctionalInterface
public interface Pause {
    void pause(Duration time) throws InterruptedException;
}
