package dev.berth.app.terminal;

import java.util.function.UnaryOperator;

/// A line of limited width.
public final class TerminalLine {
    private final StringBuilder text = new StringBuilder();
    private int left;

    public TerminalLine(int width) {
        left = width;
    }

    public TerminalLine add(String part) {
        return add(part, UnaryOperator.identity());
    }

    /// @param paint styles the part, truncated to the remaining width
    public TerminalLine add(String part, UnaryOperator<String> paint) {
        String fitting = DisplayWidth.cut(TerminalEscapes.text(part), left);
        left -= DisplayWidth.width(fitting);
        text.append(paint.apply(fitting));
        return this;
    }

    /// Appends another line with the full width it was given.
    public TerminalLine add(TerminalLine other, int width) {
        text.append(other.text).repeat(' ', Math.max(0, other.left));
        left -= width;
        return this;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
