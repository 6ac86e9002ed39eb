package dev.berth.observe.log;

import org.jspecify.annotations.Nullable;

/// A log line before it is formatted.
///
/// @param nanos since the epoch
/// @param caller the source position, for example `AttemptRunner.java:42`
/// @param folder the last part of the package of the caller
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
    /// The severity. Its letter begins a line in the text format.
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

    /// Receives each key with its value.
    @FunctionalInterface
    interface Pairs {
        void pair(String key, @Nullable Object value);
    }

    /// Returns a line with the message only, and the reason.
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

    /// Iterates over the keys and values. A missing value is `(MISSING)`, as in klog.
    void each(Pairs pairs) {
        for (int i = 0; i < keysAndValues.length; i += 2) {
            pairs.pair(
                    String.valueOf(keysAndValues[i]),
                    i + 1 < keysAndValues.length ? keysAndValues[i + 1] : "(MISSING)");
        }
    }
}
