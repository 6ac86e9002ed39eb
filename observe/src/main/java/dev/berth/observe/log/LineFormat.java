package dev.berth.observe.log;

/// What lines look like.
interface LineFormat {
    /// Writes a line with its end.
    void write(LogLine line, StringBuilder out);
}
