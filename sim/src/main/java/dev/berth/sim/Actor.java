package dev.berth.sim;

import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/// A component that runs cooperatively on virtual time, such as a scheduler without a thread of its
/// own.
public interface Actor {
    /// Does some or all of the work that is due. Returns the amount of work done, or 0 if none is
    /// left.
    int turn();

    /// The time of the next timer; `Long.MAX_VALUE` if there is none.
    default long dueNanos() {
        return Long.MAX_VALUE;
    }

    static Actor of(IntSupplier turn, LongSupplier dueNanos) {
        return new Actor() {
            @Override
            public int turn() {
                return turn.getAsInt();
            }

            @Override
            public long dueNanos() {
                return dueNanos.getAsLong();
            }
        };
    }
}
