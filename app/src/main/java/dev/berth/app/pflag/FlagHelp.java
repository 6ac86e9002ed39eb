package dev.berth.app.pflag;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// The help of flags, by group.
public final class FlagHelp {
    private static final Set<String> NOTHING = Set.of("", "false", "0", "0s", "[]");

    private FlagHelp() {}

    public static String text(Flags flags) {
        var groups = new LinkedHashMap<String, List<Flag<?>>>();
        for (Flag<?> flag : flags.all()) {
            if (!flag.group().isEmpty()) {
                groups.computeIfAbsent(flag.group(), _ -> new ArrayList<>()).add(flag);
            }
        }
        var text = new StringBuilder();
        for (Map.Entry<String, List<Flag<?>>> group : groups.entrySet()) {
            String name = group.getKey();
            text.append('\n')
                    .append(name.substring(0, 1).toUpperCase(Locale.ROOT))
                    .append(name.substring(1))
                    .append(" flags:\n\n");
            append(text, group.getValue());
        }
        return text.toString();
    }

    private static void append(StringBuilder text, List<Flag<?>> flags) {
        int width = flags.stream().mapToInt(flag -> left(flag).length()).max().orElse(0) + 3;
        flags.stream()
                .sorted(Comparator.comparing(Flag::name))
                .forEach(flag ->
                        text.append(left(flag))
                                .repeat(" ", width - left(flag).length())
                                .append(flag.help().replace("\n", "\n" + " ".repeat(width)))
                                .append(byDefault(flag))
                                .append('\n'));
    }

    private static String left(Flag<?> flag) {
        return (flag.shorthand().isEmpty() ? "      --" : "  -" + flag.shorthand() + ", --")
                + flag.name()
                + (flag.type().label().isEmpty() ? "" : " " + flag.type().label());
    }

    private static String byDefault(Flag<?> flag) {
        String text = flag.defaultText();
        if (NOTHING.contains(text)) {
            return "";
        }
        return flag.type().label().equals("string")
                ? " (default \"%s\")".formatted(text)
                : " (default %s)".formatted(text);
    }
}
