package dev.berth.app;

import dev.berth.app.flags.GoLists.Pattern;

import java.time.Duration;
import java.util.List;

/// What is logged and how.
///
/// @param format `text` or `json`
/// @param verbosity the higher, the more
/// @param files where it is another
record LoggingOptions(
        String format,
        Duration flushFrequency,
        int verbosity,
        List<Pattern> files,
        Stream text,
        Stream json) {
    LoggingOptions {
        files = List.copyOf(files);
    }

    /// @param split whether errors go to standard error and all else to standard output
    /// @param bufferBytes how much may be held back of what is no error
    record Stream(boolean split, long bufferBytes) {}
}
