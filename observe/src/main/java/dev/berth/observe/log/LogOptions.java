package dev.berth.observe.log;

import java.time.Duration;
import java.util.Locale;

/// The logging flags.
///
/// @param modules `--vmodule`: comma-separated `pattern=N`
/// @param split whether only errors go to the error stream and all other lines to the output
///   stream; otherwise all lines go to the error stream
/// @param infoBufferBytes the buffer of the output stream if the streams are split; 0 for none
/// @param flushEvery the maximum time that lines stay in that buffer
public record LogOptions(
        Format format,
        int verbosity,
        String modules,
        boolean split,
        long infoBufferBytes,
        Duration flushEvery) {
    public static final LogOptions DEFAULT =
            new LogOptions(Format.TEXT, 0, "", false, 0, Duration.ofSeconds(5));

    /// The format of lines.
    public enum Format {
        TEXT,
        JSON;

        /// @throws IllegalArgumentException for an unknown format
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
