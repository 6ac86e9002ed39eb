package dev.berth.kube.write;

import dev.berth.kubeclient.http.NotSentException;
import dev.berth.kubeclient.http.SendGuard;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/// Lets writes out to the wire while this replica leads, and knows how many are there. Once shut it
/// stays so. Any thread may use it.
///
/// A write may have waited long since it was decided: for its turn, for a connection, for the time
/// the server asked for. So it is judged here, right before its first byte goes out.
public final class WriteGate implements SendGuard {
    private static final String NOT_LEADING = "this replica no longer leads";

    private final BooleanSupplier leads;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition empty = lock.newCondition();
    private int out;
    private boolean shut;

    /// @param leads whether this replica leads at this moment
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

    /// @throws NotSentException if nothing may be sent now
    void check() throws NotSentException {
        if (isShut() || !leads.getAsBoolean()) {
            throw new NotSentException(NOT_LEADING);
        }
    }

    /// Lets nothing out any more.
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

    /// Waits until what is on the wire has been answered, at most so long; false if something has
    /// not.
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
