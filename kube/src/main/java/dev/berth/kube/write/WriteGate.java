package dev.berth.kube.write;

import dev.berth.kubeclient.http.NotSentException;
import dev.berth.kubeclient.http.SendGuard;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/// Lets writes pass while this replica is the leader, and counts the writes in flight. A gate that
/// was shut stays shut. This class is thread-safe.
///
/// A write can wait long after its decision: in a queue, for a connection, or for the server's
/// `Retry-After`. Therefore, the gate checks it immediately before its first byte is sent.
public final class WriteGate implements SendGuard {
    private static final String NOT_LEADING = "this replica is no longer the leader";

    private final BooleanSupplier leads;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition empty = lock.newCondition();
    private int out;
    private boolean shut;

    /// @param leads whether this replica is the leader at the moment of the call
    public WriteGate(BooleanSupplier leads) {
        this.leads = leads;
    }

    @Override
    public void enter() throws NotSentException {
        lock.lock();
        try {
            check();
            out++;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void leave() {
        lock.lock();
        try {
            if (--out == 0) {
                empty.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /// @throws NotSentException if writes are not allowed now
    void check() throws NotSentException {
        if (isShut() || !leads.getAsBoolean()) {
            throw new NotSentException(NOT_LEADING);
        }
    }

    /// Shuts the gate for all further writes.
    public void shut() {
        lock.lock();
        try {
            shut = true;
        } finally {
            lock.unlock();
        }
    }

    boolean isShut() {
        lock.lock();
        try {
            return shut;
        } finally {
            lock.unlock();
        }
    }

    /// Waits until the writes in flight have ended, for the given time at most. Returns false if
    /// some have not.
    public boolean awaitEmpty(long atMostNanos) throws InterruptedException {
        lock.lock();
        try {
            long left = atMostNanos;
            while (out > 0) {
                if (left <= 0) {
                    return false;
                }
                left = empty.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }
}
