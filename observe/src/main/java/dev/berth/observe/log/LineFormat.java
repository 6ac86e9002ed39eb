package dev.berth.observe.log;

/// The format of lines.
interface LineFormat {
    /// Writes a line with its line break.
    void write(LogLine line, StringBuilder out);
}
