package dev.berth.observe.log;

import org.jspecify.annotations.Nullable;

/// One line, not yet written.
///
/// @param nanos since the epoch
/// @param caller where in the sources it was written, such as `AttemptRunner.java:42`
/// @param folder of that source: the last part of its package
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record LogLine(
        long nanos,
        Severity severity,
        int verbosity,
        String message,
        @Nullable Throwable problem,
        String folder,
        String caller,
        Object[] keysAndValues) {
    /// How bad it is; the letter begins a line.
    enum Severity {
        INFO('I'),
        WARNING('W'),
        ERROR('E');

        private final char letter;

        Severity(char letter) {
            this.letter = letter;
        }

        char letter() {
            return letter;
        }
    }

    /// Told of each key with its value.
    @FunctionalInterface
    interface Pairs {
        void pair(String key, @Nullable Object value);
    }

    /// The message alone, and why.
    LogLine without(String what, RuntimeException why) {
        return new LogLine(
                nanos,
                severity,
                verbosity,
                message,
                null,
                folder,
                caller,
                new Object[] {"without", what, "why", why.getClass().getName()});
    }

    /// Goes through keys and values; a value that is missing is said to be.
    void each(Pairs pairs) {
        for (int i = 0; i < keysAndValues.length; i += 2) {
            pairs.pair(
                    String.valueOf(keysAndValues[i]),
                    i + 1 < keysAndValues.length ? keysAndValues[i + 1] : "(MISSING)");
        }
    }
}
