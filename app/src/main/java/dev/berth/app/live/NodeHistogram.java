package dev.berth.app.live;

import dev.berth.app.live.LiveSnapshot.Bar;
import dev.berth.app.live.LiveSnapshot.Resource;
import dev.berth.app.terminal.DisplayWidth;
import dev.berth.app.terminal.TerminalLine;
import dev.berth.app.terminal.TerminalStyle;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

/// Draws how many nodes have which utilization, for more nodes than a bar each would fit.
final class NodeHistogram {
    /// The numbers of ranges, the finest first.
    private static final List<Integer> RANGES = List.of(10, 5, 4, 2, 1);

    private static final int LABEL = 9;
    private static final int COUNT = 8;

    private final TerminalStyle paint;
    private final String sign;
    private final IntFunction<UnaryOperator<String>> color;

    /// @param color the color of a utilization in percent
    NodeHistogram(TerminalStyle paint, String sign, IntFunction<UnaryOperator<String>> color) {
        this.paint = paint;
        this.sign = sign;
        this.color = color;
    }

    /// A line for each range of the utilization, at most `capacity` lines.
    List<String> lines(List<Bar> nodes, Resource resource, int width, int capacity) {
        int ranges = RANGES.stream().filter(each -> each <= capacity).findFirst().orElse(0);
        if (ranges == 0) {
            return List.of();
        }
        int[] counts = new int[ranges];
        for (Bar node : nodes) {
            counts[
                    Math.clamp(
                            NodeBars.percent(node, resource) * (long) ranges / 100,
                            0,
                            ranges - 1)]++;
        }
        int most = 1;
        for (int count : counts) {
            most = Math.max(most, count);
        }
        int longest = Math.max(1, width - LABEL - COUNT - 4);
        var lines = new ArrayList<String>();
        for (int i = 0; i < ranges; i++) {
            int from = i * 100 / ranges;
            int length = (int) Math.ceil((double) counts[i] * longest / most);
            String label = "%d-%d%%".formatted(from, (i + 1) * 100 / ranges);
            lines.add(
                    new TerminalLine(width)
                            .add(DisplayWidth.right(label, LABEL), paint::faint)
                            .add(" ")
                            .add(sign.repeat(length), color.apply(from))
                            .add(String.format(Locale.ROOT, " %d", counts[i]))
                            .toString());
        }
        return lines;
    }
}
