package dev.berth.app.terminal;

import java.util.ArrayList;
import java.util.List;

/// Turns what a screen should show into what must be sent for it: lines that are as they were are
/// not sent again, and a terminal that can shows the rest at once.
public final class ScreenDiff {
    private static final String BEGIN = "\033[?2026h";
    private static final String END = "\033[?2026l";

    private List<String> shown = List.of();

    /// Nothing of what was sent counts any more.
    public String clear() {
        shown = List.of();
        return "\033[2J";
    }

    /// @param lines no longer than the screen is wide, no more than it is high
    /// @return empty if there is nothing to change
    public String of(List<String> lines) {
        var changes = new StringBuilder();
        for (int i = 0; i < Math.max(lines.size(), shown.size()); i++) {
            String line = i < lines.size() ? lines.get(i) : "";
            String before = i < shown.size() ? shown.get(i) : "";
            if (!line.equals(before)) {
                changes.append("\033[").append(i + 1).append(";1H").append(line).append("\033[K");
            }
        }
        shown = new ArrayList<>(lines);
        return changes.isEmpty() ? "" : BEGIN + changes + END;
    }
}
