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

/// Draws nodes by zone: a bar for each node; if the bars do not fit, a character for each node, or
/// a histogram. The list of bars can be scrolled and filtered.
final class NodeBars {
    private static final int NAME = 16;
    private static final int BAR = 10;
    private static final int CELL = NAME + BAR + 8;
    private static final int HISTOGRAM = 10;
    private static final int FULL = 85;
    private static final int BUSY = 60;

    private final TerminalStyle paint;
    private final boolean plainSigns;
    private final NodeHistogram histogram;

    /// @param plainSigns whether the terminal supports only ASCII
    NodeBars(TerminalStyle paint, boolean plainSigns) {
        this.paint = paint;
        this.plainSigns = plainSigns;
        this.histogram = new NodeHistogram(paint, plainSigns ? "#" : "█", this::colour);
    }

    private interface Picked {
        TerminalLine in(int width);
    }

    /// The part of the node list on the screen.
    ///
    /// @param rows the rows of the list that fit on the screen
    /// @param maxScroll the number of rows by which the list can be scrolled
    record Window(int rows, int maxScroll) {}

    Window window(List<Bar> nodes, ViewChoice choice, int width, int capacity) {
        int all = bars(byZone(nodes, choice), choice.resource(), width).size();
        int rows = listRows(choice, capacity);
        return new Window(rows, all <= capacity - 1 ? 0 : Math.max(0, all - rows));
    }

    /// The rows of a list that does not fit on the screen, below its histogram.
    private static int listRows(ViewChoice choice, int capacity) {
        int rows = capacity - 1;
        return hasHistogramAbove(choice, capacity) ? rows - HISTOGRAM - 1 : rows;
    }

    private static boolean hasHistogramAbove(ViewChoice choice, int capacity) {
        return choice.part() == ViewChoice.Part.NODES && capacity >= 2 * HISTOGRAM;
    }

    private static Map<String, List<Bar>> byZone(List<Bar> nodes, ViewChoice choice) {
        String wanted = choice.filter().toLowerCase(Locale.ROOT);
        var zones = new LinkedHashMap<String, List<Bar>>();
        nodes.stream()
                .filter(bar ->
                        bar.name().toLowerCase(Locale.ROOT).contains(wanted)
                                || bar.zone().toLowerCase(Locale.ROOT).contains(wanted))
                .sorted(Comparator.comparing(Bar::zone).thenComparing(Bar::name))
                .forEach(bar -> zones.computeIfAbsent(bar.zone(), z -> new ArrayList<>()).add(bar));
        return zones;
    }

    /// At most the given number of lines, including the heading: a bar for each node if they fit,
    /// then a character for each node, then a histogram. The user can scroll the list of bars.
    List<String> lines(List<Bar> nodes, ViewChoice choice, int width, int capacity) {
        if (capacity < 2) {
            return List.of();
        }
        Resource resource = choice.resource();
        Map<String, List<Bar>> zones = byZone(nodes, choice);
        List<Bar> shown = zones.values().stream().flatMap(List::stream).toList();
        List<Row> rows = bars(zones, resource, width);
        String heading = " NODES BY " + resource.key().toUpperCase(Locale.ROOT);
        if (!choice.filter().isEmpty()) {
            heading += " WITH \"%s\"".formatted(TerminalEscapes.text(choice.filter()));
        }
        if (rows.size() < capacity) {
            return headed(heading, width, drawn(rows, width));
        }
        if (choice.part() == ViewChoice.Part.NODES
                || choice.scroll() > 0
                || !choice.filter().isEmpty()) {
            return list(heading, shown, rows, choice, width, capacity);
        }
        List<Row> strips = strips(zones, resource, width);
        if (strips.size() < capacity) {
            return headed(heading, width, drawn(strips, width));
        }
        return headed(
                "%s, NUMBER OF NODES".formatted(heading),
                width,
                histogram.lines(shown, resource, width, capacity - 1));
    }

    private List<String> list(
            String heading,
            List<Bar> shown,
            List<Row> rows,
            ViewChoice choice,
            int width,
            int capacity) {
        int visible = listRows(choice, capacity);
        int first = Math.clamp(choice.scroll(), 0, Math.max(0, rows.size() - visible));
        int end = Math.min(rows.size(), first + visible);
        int before = rows.subList(0, first).stream().mapToInt(Row::nodes).sum();
        int here = rows.subList(first, end).stream().mapToInt(Row::nodes).sum();
        var lines = new ArrayList<String>();
        if (hasHistogramAbove(choice, capacity)) {
            lines.addAll(histogram.lines(shown, choice.resource(), width, HISTOGRAM));
            lines.add("");
        }
        lines.addAll(drawn(rows.subList(first, end), width));
        return headed(
                "%s, %d-%d OF %d"
                        .formatted(
                                heading,
                                Math.min(before + 1, shown.size()),
                                before + here,
                                shown.size()),
                width,
                lines);
    }

    private List<String> headed(String heading, int width, List<String> lines) {
        return Stream.concat(
                        Stream.of(new TerminalLine(width).add(heading, paint::bold).toString()),
                        lines.stream())
                .toList();
    }

    private static List<String> drawn(List<Row> rows, int width) {
        return rows.stream().map(row -> row.line().in(width).toString()).toList();
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

    /// A character for each node: the higher, the fuller.
    private List<Row> strips(Map<String, List<Bar>> zones, Resource resource, int width) {
        int label =
                Math.min(
                        NAME,
                        zones.keySet().stream().mapToInt(DisplayWidth::width).max().orElse(0) + 1);
        int across = Math.max(1, width - 2 - label);
        var lines = new ArrayList<Row>();
        zones.forEach((zone, bars) -> {
            for (int i = 0; i < bars.size(); i += across) {
                List<Bar> row = bars.subList(i, Math.min(bars.size(), i + across));
                String name = DisplayWidth.left(TerminalEscapes.text(i == 0 ? zone : ""), label);
                lines.add(new Row(w -> strip(name, row, resource, w), row.size()));
            }
        });
        return lines;
    }

    private TerminalLine strip(String name, List<Bar> row, Resource resource, int width) {
        var line = new TerminalLine(width).add(" ").add(name, paint::faint);
        for (Bar bar : row) {
            int percent = percent(bar, resource);
            line.add(
                    bar.closed() ? "x" : height(percent),
                    bar.closed() ? paint::red : colour(percent));
        }
        return line;
    }

    private String height(int percent) {
        String heights = plainSigns ? "._-=+*%#" : "▁▂▃▄▅▆▇█";
        int at = Math.clamp(percent * heights.length() / 100, 0, heights.length() - 1);
        return heights.substring(at, at + 1);
    }

    static int percent(Bar bar, Resource resource) {
        return (int) Math.round(100 * bar.shares().getOrDefault(resource, 0.0));
    }

    private UnaryOperator<String> colour(int percent) {
        return percent >= FULL ? paint::red : percent >= BUSY ? paint::yellow : paint::green;
    }
}
