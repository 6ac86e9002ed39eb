package dev.berth.engine.consult;

import dev.berth.engine.port.Advice;
import dev.berth.engine.port.Extender;
import dev.berth.engine.port.ExtenderException;

/// A question to all extenders that it concerns; asked on a thread that may wait.
public abstract class Round {
    /// Told of extenders that failed where decisions go on without them.
    @FunctionalInterface
    public interface Complaints {
        void about(Extender extender, String verb, Exception problem);
    }

    /// Waits for their answers; whatever happens there is one.
    public final Advice ask() {
        try {
            return hear();
        } catch (ExtenderException failure) {
            return new Advice.Failed(String.valueOf(failure.getMessage()));
        } catch (InterruptedException stopped) {
            return new Advice.Failed("the scheduler is stopping");
        } catch (RuntimeException | Error bug) {
            return new Advice.Failed("internal error: " + bug);
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

    abstract Advice hear() throws ExtenderException, InterruptedException;
}
