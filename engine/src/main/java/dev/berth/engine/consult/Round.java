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
        } catch (RuntimeException | LinkageError bug) {
            return new Advice.Failed("internal error: " + bug);
        }
    }

    abstract Advice hear() throws ExtenderException, InterruptedException;
}
