package dev.berth.app.terminal;

import java.util.function.UnaryOperator;

/// A line that never gets wider than it may, whatever its parts look like.
public final class TerminalLine {
    private final StringBuilder text = new StringBuilder();
    private int left;

    public TerminalLine(int width) {
        left = width;
    }

    public TerminalLine add(String part) {
        return add(part, UnaryOperator.identity());
    }

    /// @param paint is given the part as far as there is room for it
    public TerminalLine add(String part, UnaryOperator<String> paint) {
        String fitting = DisplayWidth.cut(TerminalEscapes.text(part), left);
        left -= DisplayWidth.width(fitting);
        text.append(paint.apply(fitting));
        return this;
    }

    /// Another line beside what is there, with all the room it was given.
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
