package dev.berth.engine.extender;

import dev.berth.engine.port.Extender;
import dev.berth.engine.port.ExtenderException;
import dev.berth.engine.port.ExtenderResult;

/// A question to all extenders that it concerns; asked on a thread that may wait.
public abstract class ExtenderRound {
    /// Told of extenders that failed where decisions go on without them.
    @FunctionalInterface
    public interface Complaints {
        void about(Extender extender, String verb, Exception problem);
    }

    /// Waits for their answers; whatever happens there is one.
    public final ExtenderResult ask() {
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

    /// A call to one extender.
    @FunctionalInterface
    interface Call<T> {
        T make() throws ExtenderException, InterruptedException;
    }

    /// Makes a call; an exception of any kind is a failure of the extender.
    static <T> T made(Call<T> call) throws ExtenderException, InterruptedException {
        try {
            return call.make();
        } catch (RuntimeException problem) {
            throw new ExtenderException(String.valueOf(problem), problem);
        }
    }

    abstract ExtenderResult handle() throws ExtenderException, InterruptedException;
}
