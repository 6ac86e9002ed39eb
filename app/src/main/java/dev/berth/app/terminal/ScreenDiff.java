package dev.berth.app.terminal;

import java.util.ArrayList;
import java.util.List;

/// Computes the output that updates a screen: unchanged lines are not sent again, and terminals
/// with synchronized updates show the rest at once.
public final class ScreenDiff {
    private static final String BEGIN = "\033[?2026h";
    private static final String END = "\033[?2026l";

    private List<String> shown = List.of();

    /// Forgets the sent lines, so that the next update sends all.
    public String clear() {
        shown = List.of();
        return "\033[2J";
    }

    /// @param lines that fit the screen
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
