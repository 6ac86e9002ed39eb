package dev.berth.observe.metrics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// The metrics as text, in the format that the client accepts.
///
/// @param contentType the media type of the text
public record Exposition(String contentType, String text) {
    public static final String PLAIN = "text/plain; version=0.0.4; charset=utf-8";
    public static final String OPEN = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    private static final String TOTAL = "_total";

    /// @param accept the `Accept` header; empty if there is none
    public static Exposition of(MetricRegistry registry, String accept) {
        boolean open = accept.toLowerCase(Locale.ROOT).contains("application/openmetrics-text");
        var text = new StringBuilder(1 << 16);
        for (MetricFamily<?> family : registry.families()) {
            if (!family.cells().isEmpty()) {
                write(family, open, text);
            }
        }
        if (open) {
            text.append("# EOF\n");
        }
        return new Exposition(open ? OPEN : PLAIN, text.toString());
    }

    private static void write(MetricFamily<?> family, boolean open, StringBuilder out) {
        MetricDescription what = family.description();
        boolean counter = what.type() == MetricType.COUNTER;
        // OpenMetrics: the name of a counter has no `_total` suffix, but its sample does.
        String base =
                open && counter && what.name().endsWith(TOTAL)
                        ? what.name().substring(0, what.name().length() - TOTAL.length())
                        : what.name();
        out.append("# HELP ").append(base).append(' ');
        escape(what.shown(), open, out);
        out.append("\n# TYPE ").append(base).append(' ').append(what.type().label()).append('\n');
        String name = open && counter ? base + TOTAL : what.name();
        for (Line line : lines(family)) {
            line.cell()
                    .write((suffix, bound, value) -> {
                        out.append(name).append(suffix);
                        labels(line.labels(), bound, open, out);
                        out.append(' ').append(number(value, open)).append('\n');
                    });
        }
    }

    /// @param labels the text between the braces
    private record Line(String labels, MetricCell cell) {}

    private static List<Line> lines(MetricFamily<?> family) {
        var lines = new ArrayList<Line>();
        List<String> names = family.description().labels();
        family.cells().forEach((values, cell) -> lines.add(new Line(pairs(names, values), cell)));
        lines.sort(Comparator.comparing(Line::labels));
        return lines;
    }

    /// Labels sorted by name, as in Prometheus' own clients.
    private static String pairs(List<String> names, List<String> values) {
        Map<String, String> byName = new TreeMap<>();
        for (int i = 0; i < names.size(); i++) {
            byName.put(names.get(i), values.get(i));
        }
        var text = new StringBuilder();
        byName.forEach((name, value) -> {
            text.append(text.isEmpty() ? "" : ",").append(name).append("=\"");
            escape(value, true, text);
            text.append('"');
        });
        return text.toString();
    }

    private static void labels(String labels, double bound, boolean open, StringBuilder out) {
        boolean bucket = !Double.isNaN(bound);
        if (labels.isEmpty() && !bucket) {
            return;
        }
        out.append('{').append(labels);
        if (bucket) {
            out.append(labels.isEmpty() ? "" : ",")
                    .append("le=\"")
                    .append(number(bound, open))
                    .append('"');
        }
        out.append('}');
    }

    private static String number(double value, boolean open) {
        String text = GoNumber.text(value);
        return open && text.chars().allMatch(c -> c >= '0' && c <= '9' || c == '-')
                ? text + ".0"
                : text;
    }

    private static void escape(String text, boolean quotes, StringBuilder out) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '"' -> out.append(quotes ? "\\\"" : "\"");
                default -> out.append(c);
            }
        }
    }
}
