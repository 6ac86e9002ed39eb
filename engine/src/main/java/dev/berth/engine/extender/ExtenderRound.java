package dev.berth.engine.extender;

import dev.berth.engine.port.Extender;
import dev.berth.engine.port.ExtenderException;
import dev.berth.engine.port.ExtenderResult;

/// One request to all interested extenders, on a thread that may wait.
public abstract class ExtenderRound {
    /// Receives every failure, whether or not it ends the attempt.
    public interface FailureListener {
        void extenderFailed(Extender extender, String verb, Exception problem);

        /// The engine itself failed while it called extenders.
        void engineFailed(Throwable bug);
    }

    private final FailureListener failures;

    ExtenderRound(FailureListener failures) {
        this.failures = failures;
    }

    /// Calls the extenders and returns their result; a failure is a result, too.
    public final ExtenderResult call() {
        try {
            return handle();
        } catch (ExtenderException failure) {
            return new ExtenderResult.Failed(String.valueOf(failure.getMessage()));
        } catch (InterruptedException stopped) {
            return new ExtenderResult.Failed("the scheduler is stopping");
        } catch (RuntimeException | Error bug) {
            failures.engineFailed(bug);
            return new ExtenderResult.Failed("internal error: " + bug);
        }
    }

    /// A call of one extender.
    @FunctionalInterface
    interface Call<T> {
        T make() throws ExtenderException, InterruptedException;
    }

    /// Calls an extender; an exception of any kind is a failure of the extender.
    static <T> T call(Call<T> call) throws ExtenderException, InterruptedException {
        try {
            return call.make();
        } catch (RuntimeException problem) {
            throw new ExtenderException(String.valueOf(problem), problem);
        }
    }

    /// Reports that an extender failed; throws the failure again unless the extender is ignorable.
    final void failed(Extender extender, String verb, ExtenderException failure)
            throws ExtenderException {
        ignored(extender, verb, failure);
        if (!extender.spec().ignorable()) {
            throw failure;
        }
    }

    /// Reports that an extender failed, which is then ignored.
    final void ignored(Extender extender, String verb, ExtenderException failure) {
        failures.extenderFailed(extender, verb, failure);
    }

    abstract ExtenderResult handle() throws ExtenderException, InterruptedException;
}
