package dev.berth.observe.log;

import java.time.Duration;
import java.util.Locale;

/// How logs are written, as the flags say.
///
/// @param modules `--vmodule`: comma-separated `pattern=N`
/// @param split whether errors go to the error stream and all else to the output stream; if not,
///   everything goes to the error stream
/// @param infoBufferBytes how much of the output stream is held back when split; 0 for nothing
/// @param flushEvery how long it is held back at most
public record LogOptions(
        Format format,
        int verbosity,
        String modules,
        boolean split,
        long infoBufferBytes,
        Duration flushEvery) {
    public static final LogOptions DEFAULT =
            new LogOptions(Format.TEXT, 0, "", false, 0, Duration.ofSeconds(5));

    /// What lines look like.
    public enum Format {
        TEXT,
        JSON;

        /// @throws IllegalArgumentException for a format there is none of
        public static Format of(String name) {
            return switch (name.toLowerCase(Locale.ROOT)) {
                case "", "text" -> TEXT;
                case "json" -> JSON;
                default ->
                        throw new IllegalArgumentException(
                                "unsupported log format \"%s\"; use text or json".formatted(name));
            };
        }
    }

    public LogOptions {
        if (format == Format.JSON && !modules.isEmpty()) {
            throw new IllegalArgumentException("vmodule: only supported for text log format");
        }
    }
}
