package dev.berth.app.terminal;

import java.util.List;

/// Aligns rows of text in columns.
public final class Table {
    private Table() {}

    /// One line per row, with two blanks between columns.
    public static String aligned(String indent, List<List<String>> rows) {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], DisplayWidth.width(row.get(i)));
            }
        }
        var text = new StringBuilder();
        for (List<String> row : rows) {
            var line = new StringBuilder(indent);
            for (int i = 0; i < row.size(); i++) {
                line.append(row.get(i));
                if (i < row.size() - 1) {
                    line.repeat(' ', widths[i] - DisplayWidth.width(row.get(i)) + 2);
                }
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
