package dev.berth.app.live;

import dev.berth.app.live.LiveSnapshot.Latest;
import dev.berth.app.live.LiveSnapshot.Wait;
import dev.berth.app.output.ShortDuration;
import dev.berth.app.terminal.DisplayWidth;
import dev.berth.app.terminal.Terminal.Size;
import dev.berth.app.terminal.TerminalEscapes;
import dev.berth.app.terminal.TerminalLine;
import dev.berth.app.terminal.TerminalStyle;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/// Lays out a snapshot in lines that fit the screen.
final class ScreenLayout {
    private static final int SIDE_BY_SIDE = 110;

    private static final List<String> HELP =
            List.of(
                    "q        stop the cluster and print a summary",
                    "p        pause or resume the scheduler",
                    "s        step: schedule the next pod while paused",
                    "r        select the resource of the bars: cpu, memory or pods",
                    "tab      show the next part on the whole screen; left and right work too",
                    "up, down scroll the nodes; PgUp, PgDn, Home and End work too",
                    "/        filter the nodes by name or zone; Enter keeps the filter, Esc clears"
                            + " it",
                    "?        show or hide this help",
                    "Ctrl-C   same as q",
                    "Ctrl-Z   return to the shell; fg resumes");

    private final TerminalStyle paint;
    private final NodeBars nodes;

    /// @param plainSigns whether the terminal supports only ASCII
    ScreenLayout(TerminalStyle paint, boolean plainSigns) {
        this.paint = paint;
        this.nodes = new NodeBars(paint, plainSigns);
    }

    List<String> lines(LiveSnapshot picture, ViewChoice choice, Size size) {
        var lines = new ArrayList<>(head(picture, size.columns()));
        int capacity = size.rows() - lines.size() - 1;
        if (choice.help()) {
            lines.addAll(section("KEYS", HELP.stream().map(this::plain).toList(), capacity, size));
        } else {
            lines.addAll(body(picture, choice, size.columns(), capacity));
        }
        while (lines.size() < size.rows() - 1) {
            lines.add("");
        }
        List<String> shown =
                new ArrayList<>(
                        lines.subList(0, Math.max(0, Math.min(lines.size(), size.rows() - 1))));
        shown.add(foot(picture, choice, size.columns()));
        return shown;
    }

    private interface Picked {
        TerminalLine in(int width);
    }

    private Picked plain(String text) {
        return width -> new TerminalLine(width).add(" ").add(text);
    }

    private List<String> head(LiveSnapshot picture, int width) {
        var lines = new ArrayList<String>();
        String rate = String.format(Locale.ROOT, "%.0f pods/s", picture.podsPerSecond());
        var first =
                new TerminalLine(width)
                        .add(" berth ", paint::bold)
                        .add(" %d nodes, %d pods".formatted(picture.nodes().size(), picture.pods()))
                        .add("   " + rate, paint::bold);
        if (picture.medianMicros().isPresent()) {
            first.add(
                    "   decision p50 %s, p99 %s"
                            .formatted(
                                    ShortDuration.ofMicros(picture.medianMicros().getAsLong()),
                                    ShortDuration.ofMicros(picture.slowMicros().orElse(0))));
        }
        first.add("   up " + ShortDuration.of(picture.upMillis()));
        if (picture.paused()) {
            first.add("   PAUSED", paint::yellow);
        }
        lines.add(first.toString());
        picture.addresses()
                .forEach(line ->
                        lines.add(
                                new TerminalLine(width).add(" " + line, paint::faint).toString()));
        var states =
                new TerminalLine(width)
                        .add(" ")
                        .add("scheduled " + picture.scheduled(), paint::green);
        for (LiveSnapshot.Count state : picture.states()) {
            states.add("   ")
                    .add(
                            state.name() + " " + state.count(),
                            state.count() == 0 ? paint::faint : UnaryOperator.identity());
        }
        lines.add(states.toString());
        lines.add("");
        return lines;
    }

    private String foot(LiveSnapshot picture, ViewChoice choice, int width) {
        if (choice.typing()) {
            return new TerminalLine(width)
                    .add(" /" + choice.filter() + "_", paint::bold)
                    .add("   Enter keep   Esc clear", paint::faint)
                    .toString();
        }
        if (!picture.notes().isEmpty()) {
            return new TerminalLine(width)
                    .add(" " + picture.notes().getLast(), paint::yellow)
                    .toString();
        }
        return new TerminalLine(width)
                .add(
                        " q quit   ? help   p %s   s step   r resource   tab part   / filter"
                                .formatted(picture.paused() ? "resume" : "pause"),
                        paint::faint)
                .toString();
    }

    private List<String> body(LiveSnapshot picture, ViewChoice choice, int width, int capacity) {
        return switch (choice.part()) {
            case NODES -> nodes.lines(picture.nodes(), choice, width, capacity);
            case DECISIONS -> decisions(picture, width, capacity);
            case WAITS -> waits(picture, width, capacity);
            case ALL -> {
                var lines =
                        new ArrayList<>(
                                nodes.lines(picture.nodes(), choice, width, nodeRows(capacity)));
                if (!lines.isEmpty()) {
                    lines.add("");
                }
                int rest = capacity - lines.size();
                if (width >= SIDE_BY_SIDE) {
                    int left = (width - 2) / 2;
                    lines.addAll(
                            beside(
                                    randomDecisions(picture, rest),
                                    randomWaits(picture, rest),
                                    left,
                                    width));
                } else {
                    lines.addAll(waits(picture, width, Math.min(rest / 2, waitRows(picture))));
                    if (!lines.isEmpty() && !lines.getLast().isEmpty()) {
                        lines.add("");
                    }
                    lines.addAll(decisions(picture, width, capacity - lines.size()));
                }
                yield lines;
            }
        };
    }

    /// The rows of the nodes, if all parts are on the screen.
    private static int nodeRows(int capacity) {
        return (capacity + 1) / 2;
    }

    /// The highest number of rows by which the node list can be scrolled.
    int maxScroll(LiveSnapshot picture, ViewChoice choice, Size size) {
        return nodes.window(
                        picture.nodes(),
                        choice,
                        size.columns(),
                        listCapacity(picture, choice, size))
                .maxScroll();
    }

    /// The number of rows of the node list on the screen.
    int page(LiveSnapshot picture, ViewChoice choice, Size size) {
        return Math.max(
                1,
                nodes.window(
                                picture.nodes(),
                                choice,
                                size.columns(),
                                listCapacity(picture, choice, size))
                        .rows());
    }

    private int listCapacity(LiveSnapshot picture, ViewChoice choice, Size size) {
        int capacity = size.rows() - head(picture, size.columns()).size() - 1;
        return choice.part() == ViewChoice.Part.ALL ? nodeRows(capacity) : capacity;
    }

    private static int waitRows(LiveSnapshot picture) {
        return 1 + 2 * Math.max(1, picture.waits().size());
    }

    private static List<String> beside(List<Picked> one, List<Picked> two, int left, int width) {
        var lines = new ArrayList<String>();
        for (int i = 0; i < Math.max(one.size(), two.size()); i++) {
            var line = new TerminalLine(width);
            line.add(i < one.size() ? one.get(i).in(left) : new TerminalLine(left), left);
            if (i < two.size()) {
                line.add("  ").add(two.get(i).in(width - left - 2), width - left - 2);
            }
            lines.add(line.toString());
        }
        return lines;
    }

    private List<String> section(String heading, List<Picked> content, int capacity, Size size) {
        return picked(headed(heading, content, capacity), size.columns());
    }

    private List<Picked> headed(String heading, List<Picked> content, int capacity) {
        var lines = new ArrayList<Picked>();
        if (capacity > 1) {
            lines.add(width -> new TerminalLine(width).add(" " + heading, paint::bold));
            lines.addAll(content.subList(0, Math.min(content.size(), capacity - 1)));
        }
        return lines;
    }

    private static List<String> picked(List<Picked> lines, int width) {
        return lines.stream().map(line -> line.in(width).toString()).toList();
    }

    private List<String> decisions(LiveSnapshot picture, int width, int capacity) {
        return picked(randomDecisions(picture, capacity), width);
    }

    private List<Picked> randomDecisions(LiveSnapshot picture, int capacity) {
        var lines = new ArrayList<Picked>();
        for (Latest latest : picture.decisions()) {
            lines.add(width -> {
                int name = Math.max(8, (width - 10) * 3 / 5);
                return new TerminalLine(width)
                        .add(" ")
                        .add(
                                DisplayWidth.right(ShortDuration.ofMicros(latest.micros()), 6),
                                paint::faint)
                        .add(" ")
                        .add(inColumns(latest.pod(), name))
                        .add(" ")
                        .add(latest.where(), latest.placed() ? paint::green : paint::yellow);
            });
        }
        if (lines.isEmpty()) {
            lines.add(plain("none yet"));
        }
        return headed("LATEST DECISIONS", lines, capacity);
    }

    private static String inColumns(String text, int width) {
        return DisplayWidth.left(TerminalEscapes.text(text), width);
    }

    private List<String> waits(LiveSnapshot picture, int width, int capacity) {
        return picked(randomWaits(picture, capacity), width);
    }

    private List<Picked> randomWaits(LiveSnapshot picture, int capacity) {
        var lines = new ArrayList<Picked>();
        for (Wait wait : picture.waits()) {
            lines.add(width ->
                    new TerminalLine(width)
                            .add(" ")
                            .add(
                                    DisplayWidth.right(Integer.toString(wait.count()), 6),
                                    paint::yellow)
                            .add(" ")
                            .add(wait.reason()));
            lines.add(width ->
                    new TerminalLine(width)
                            .add("        ")
                            .add("for example " + wait.example(), paint::faint));
        }
        if (lines.isEmpty()) {
            lines.add(plain("No pods are waiting."));
        }
        return headed("PENDING PODS BY REASON", lines, capacity);
    }
}
