package dev.berth.engine.extender;

import dev.berth.engine.port.Extender;
import dev.berth.engine.port.ExtenderException;
import dev.berth.engine.port.ExtenderResult;

/// One request to all interested extenders, on a thread that may wait.
public abstract class ExtenderRound {
    /// Receives the failures of extenders that are ignorable.
    @FunctionalInterface
    public interface FailureListener {
        void failed(Extender extender, String verb, Exception problem);
    }

    /// Calls the extenders and returns their result; a failure is a result, too.
    public final ExtenderResult call() {
        try {
            return handle();
        } catch (ExtenderException failure) {
            return new ExtenderResult.Failed(String.valueOf(failure.getMessage()), failure);
        } catch (InterruptedException stopped) {
            return new ExtenderResult.Failed("the scheduler is stopping", stopped);
        } catch (RuntimeException | Error bug) {
            return new ExtenderResult.Failed("internal error: " + bug, bug);
        }
    }

    /// A call of one extender.
    @FunctionalInterface
    interface Call<T> {
        T make() throws ExtenderException, InterruptedException;
    }

    /// Calls an extender; an exception of any kind is a failure of the extender.
    static <T> T made(Call<T> call) throws ExtenderException, InterruptedException {
        try {
            return call.make();
        } catch (RuntimeException problem) {
            throw new ExtenderException(String.valueOf(problem), problem);
        }
    }

    abstract ExtenderResult handle() throws ExtenderException, InterruptedException;
}
