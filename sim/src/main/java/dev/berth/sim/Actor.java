package dev.berth.sim;

import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/// A component that runs cooperatively on virtual time, such as a scheduler without a thread of its
/// own.
public interface Actor {
    /// Does some or all of the work that is due. Returns the amount of work done, or 0 if none is
    /// left.
    int runOnce();

    /// The time of the next timer; `Long.MAX_VALUE` if there is none.
    default long dueNanos() {
        return Long.MAX_VALUE;
    }

    static Actor of(IntSupplier runOnce, LongSupplier dueNanos) {
        return new Actor() {
            @Override
            public int runOnce() {
                return runOnce.getAsInt();
            }

            @Override
            public long dueNanos() {
                return dueNanos.getAsLong();
            }
        };
    }
}
