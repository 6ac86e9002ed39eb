package dev.berth.app.live;

import dev.berth.app.live.LiveSnapshot.Bar;
import dev.berth.app.live.LiveSnapshot.Resource;
import dev.berth.app.terminal.DisplayWidth;
import dev.berth.app.terminal.TerminalEscapes;
import dev.berth.app.terminal.TerminalLine;
import dev.berth.app.terminal.TerminalStyle;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// Draws nodes by zone: a bar per node, or a character per node if the bars do not fit.
final class NodeBars {
    private static final int NAME = 16;
    private static final int BAR = 10;
    private static final int CELL = NAME + BAR + 8;
    private static final int FULL = 85;
    private static final int BUSY = 60;

    private final TerminalStyle paint;
    private final boolean plainSigns;

    /// @param plainSigns whether the terminal supports only ASCII
    NodeBars(TerminalStyle paint, boolean plainSigns) {
        this.paint = paint;
        this.plainSigns = plainSigns;
    }

    private interface Picked {
        TerminalLine in(int width);
    }

    /// At most the given number of lines, including the heading.
    List<String> lines(List<Bar> nodes, Resource resource, int width, int capacity) {
        var zones = new LinkedHashMap<String, List<Bar>>();
        nodes.stream()
                .sorted(Comparator.comparing(Bar::zone).thenComparing(Bar::name))
                .forEach(bar -> zones.computeIfAbsent(bar.zone(), z -> new ArrayList<>()).add(bar));
        List<Row> rows = bars(zones, resource, width);
        int together = 0;
        while (rows.size() > capacity - 1 && (together == 0 || rows.size() > zones.size())) {
            together++;
            rows = strips(zones, resource, width, together);
        }
        var lines = new ArrayList<>(rows.stream().map(Row::line).toList());
        if (lines.size() > capacity - 1 && capacity > 2) {
            int left = rows.stream().skip(capacity - 2).mapToInt(Row::nodes).sum();
            lines.subList(capacity - 2, lines.size()).clear();
            lines.add(w -> new TerminalLine(w).add(" and %d more nodes".formatted(left)));
        }
        if (capacity < 2) {
            return List.of();
        }
        String heading =
                " NODES BY "
                        + resource.key().toUpperCase(Locale.ROOT)
                        + (together > 1 ? ", %d PER CHARACTER".formatted(together) : "");
        return Stream.concat(
                        Stream.<Picked>of(w -> new TerminalLine(w).add(heading, paint::bold)),
                        lines.stream().limit(capacity - 1))
                .map(line -> line.in(width).toString())
                .toList();
    }

    private record Row(Picked line, int nodes) {}

    /// A bar with the name of each node.
    private List<Row> bars(Map<String, List<Bar>> zones, Resource resource, int width) {
        int across = Math.max(1, (width - 1) / CELL);
        var lines = new ArrayList<Row>();
        zones.forEach((zone, bars) -> {
            if (!zone.isEmpty()) {
                lines.add(new Row(w -> new TerminalLine(w).add(" " + zone, paint::faint), 0));
            }
            for (int i = 0; i < bars.size(); i += across) {
                List<Bar> row = bars.subList(i, Math.min(bars.size(), i + across));
                lines.add(
                        new Row(
                                w -> {
                                    var line = new TerminalLine(w).add(" ");
                                    row.forEach(bar -> add(line, bar, resource));
                                    return line;
                                },
                                row.size()));
            }
        });
        return lines;
    }

    private void add(TerminalLine line, Bar bar, Resource resource) {
        int percent = percent(bar, resource);
        int filled = Math.clamp(Math.round(percent * BAR / 100.0), 0, BAR);
        String sign = plainSigns ? "#" : "█";
        String rest = plainSigns ? "." : "░";
        line.add(
                        DisplayWidth.left(TerminalEscapes.text(bar.name()), NAME),
                        bar.closed() ? paint::red : UnaryOperator.identity())
                .add(" ")
                .add(sign.repeat(filled), colour(percent))
                .add(rest.repeat(BAR - filled), paint::faint)
                .add(DisplayWidth.right(percent + "%", 5))
                .add("  ");
    }

    /// A character for each node, or for the mean of several nodes: the higher, the fuller.
    private List<Row> strips(
            Map<String, List<Bar>> zones, Resource resource, int width, int together) {
        int label =
                Math.min(
                        NAME,
                        zones.keySet().stream().mapToInt(DisplayWidth::width).max().orElse(0) + 1);
        int across = Math.max(1, width - 2 - label) * together;
        var lines = new ArrayList<Row>();
        zones.forEach((zone, bars) -> {
            for (int i = 0; i < bars.size(); i += across) {
                List<Bar> row = bars.subList(i, Math.min(bars.size(), i + across));
                String name = DisplayWidth.left(TerminalEscapes.text(i == 0 ? zone : ""), label);
                lines.add(new Row(w -> strip(name, row, resource, together, w), row.size()));
            }
        });
        return lines;
    }

    private TerminalLine strip(
            String name, List<Bar> row, Resource resource, int together, int width) {
        var line = new TerminalLine(width).add(" ").add(name, paint::faint);
        for (int i = 0; i < row.size(); i += together) {
            List<Bar> one = row.subList(i, Math.min(row.size(), i + together));
            int percent = one.stream().mapToInt(bar -> percent(bar, resource)).sum() / one.size();
            boolean closed = one.stream().allMatch(Bar::closed);
            line.add(closed ? "x" : height(percent), closed ? paint::red : colour(percent));
        }
        return line;
    }

    private String height(int percent) {
        String heights = plainSigns ? "._-=+*%#" : "▁▂▃▄▅▆▇█";
        int at = Math.clamp(percent * heights.length() / 100, 0, heights.length() - 1);
        return heights.substring(at, at + 1);
    }

    private static int percent(Bar bar, Resource resource) {
        return (int) Math.round(100 * bar.shares().getOrDefault(resource, 0.0));
    }

    private UnaryOperator<String> colour(int percent) {
        return percent >= FULL ? paint::red : percent >= BUSY ? paint::yellow : paint::green;
    }
}
