package dev.berth.sim;

import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/// Someone who works in turn on virtual time, such as a scheduler turned by hand.
public interface Actor {
    /// Does what there is to do now, or part of it; returns how much was done, 0 when there is
    /// nothing left.
    int turn();

    /// When there will be something to do by the clock alone; `Long.MAX_VALUE` if never.
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
