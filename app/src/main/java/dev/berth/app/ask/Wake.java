package dev.berth.app.ask;

import dev.berth.model.json.Fields;

import java.util.List;
import java.util.stream.Collectors;

/// What a plugin waits for before it lets a pod be tried again.
record Wake(String plugin, List<String> events, List<String> words) {
    static Wake of(Fields wake) {
        return new Wake(wake.text("plugin", ""), wake.texts("events"), wake.texts("words"));
    }

    /// As a list below a heading.
    static String text(List<Wake> wakes) {
        if (wakes.isEmpty()) {
            return "";
        }
        return wakes.stream()
                .map(wake -> "  " + wake.inWords() + " (" + wake.plugin + ")\n")
                .collect(Collectors.joining("", "it is tried again when:\n", ""));
    }

    String inWords() {
        return either(words.isEmpty() ? events : words);
    }

    /// `a, b or c`.
    static String either(List<String> choices) {
        int last = choices.size() - 1;
        return last < 1
                ? String.join("", choices)
                : String.join(", ", choices.subList(0, last)) + " or " + choices.get(last);
    }
}
