package dev.berth.app.pflag;

import dev.berth.model.GoQuoted;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Types with several values. The first occurrence of a flag replaces the default; later ones
/// append to it.
public final class GoLists {
    public static final FlagType<List<String>> STRINGS =
            list("strings", GoLists::separated, GoTypes::list);

    /// Each occurrence is kept as text and parsed later.
    public static final FlagType<List<String>> GATES =
            list("colonSeparatedMultimapStringString", List::of, GoLists::joined);

    public static final FlagType<List<Integer>> INT32S =
            list(
                    "int32Slice",
                    text -> Stream.of(text.split(",", -1)).map(GoTypes::int32).toList(),
                    GoLists::numbers);
    public static final FlagType<Map<String, String>> MAP =
            new FlagType<>("stringToString", "", GoLists::map, GoLists::pairs);
    public static final FlagType<List<Pattern>> PATTERNS =
            list("pattern=N,...", GoLists::patterns, GoLists::written);

    private GoLists() {}

    /// The verbosity of the files with a name.
    public record Pattern(String file, int verbosity) {}

    public static <T> FlagType<List<T>> list(
            String label, Function<String, List<T>> parser, Function<List<T>, String> writer) {
        BiFunction<String, Optional<List<T>>, List<T>> adding =
                (text, earlier) ->
                        Stream.concat(
                                        earlier.stream().flatMap(List::stream),
                                        parser.apply(text).stream())
                                .toList();
        return new FlagType<>(label, "", adding, writer);
    }

    /// Each gate with its component, which is usually empty.
    private static String joined(List<String> values) {
        return values.stream()
                .flatMap(value -> Stream.of(value.split(",")))
                .map(value -> value.indexOf(':') < 0 ? ":" + value : value)
                .collect(Collectors.joining(","));
    }

    private static String numbers(List<Integer> values) {
        return GoTypes.list(values.stream().map(String::valueOf).toList());
    }

    private static String written(List<Pattern> values) {
        return values.stream()
                .map(pattern -> pattern.file() + "=" + pattern.verbosity())
                .collect(Collectors.joining(","));
    }

    private static String pairs(Map<String, String> values) {
        return GoTypes.list(
                values.entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .toList());
    }

    /// Splits values at commas; commas in quotes do not separate.
    static List<String> separated(String text) {
        var values = new ArrayList<String>();
        if (text.isEmpty()) {
            return values;
        }
        var value = new StringBuilder();
        boolean inside = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' && inside && i + 1 < text.length() && text.charAt(i + 1) == '"') {
                value.append('"');
                i++;
            } else if (c == '"' && (inside || value.isEmpty())) {
                inside = !inside;
            } else if (c == ',' && !inside) {
                values.add(value.toString());
                value.setLength(0);
            } else if (c == '"') {
                throw new IllegalArgumentException(
                        "parse error on line 1, column %d: bare \" in non-quoted-field"
                                .formatted(i + 1));
            } else {
                value.append(c);
            }
        }
        if (inside) {
            throw new IllegalArgumentException(
                    "record on line 1; parse error on line 2, column 0: extraneous or missing \" in"
                            + " quoted-field");
        }
        values.add(value.toString());
        return values;
    }

    /// A single pair can contain commas; several pairs need quotes for that.
    private static Map<String, String> map(String text, Optional<Map<String, String>> earlier) {
        List<String> pairs =
                text.chars().filter(c -> c == '=').count() > 1
                        ? separated(text)
                        : List.of(text.replaceAll("^\"+|\"+$", ""));
        var map = new LinkedHashMap<>(earlier.orElse(Map.of()));
        for (String pair : pairs) {
            int equals = pair.indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException(pair + " must be formatted as key=value");
            }
            map.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
        return map;
    }

    private static List<Pattern> patterns(String text) {
        var patterns = new ArrayList<Pattern>();
        for (String part : text.split(",")) {
            if (!part.isEmpty()) {
                String[] pair = part.split("=", -1);
                if (pair.length != 2 || pair[0].isEmpty() || pair[1].isEmpty()) {
                    throw new IllegalArgumentException(
                            GoQuoted.of(part) + " does not have the pattern=N format");
                }
                try {
                    patterns.add(new Pattern(pair[0], GoTypes.level(pair[1])));
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(
                            "parsing verbosity in %s: %s"
                                    .formatted(GoQuoted.of(part), e.getMessage()),
                            e);
                }
            }
        }
        return patterns;
    }
}
