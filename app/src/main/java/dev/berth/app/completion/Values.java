package dev.berth.app.completion;

import java.util.List;

/// The values that an option or a parameter can have.
public sealed interface Values {
    /// No value.
    record None() implements Values {}

    /// Any text, which cannot be completed.
    record Any() implements Values {}

    record Files() implements Values {}

    record Folders() implements Values {}

    record Words(List<String> words) implements Values {
        public Words {
            words = List.copyOf(words);
        }
    }

    /// Names that the scheduler provides: `pods` or `nodes`.
    record Names(String kind) implements Values {}
}
