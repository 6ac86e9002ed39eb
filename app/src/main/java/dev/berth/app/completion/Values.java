package dev.berth.app.completion;

import java.util.List;

/// What may stand somewhere on a command line.
public sealed interface Values {
    /// Nothing: an option without a value.
    record None() implements Values {}

    /// Something nobody can guess.
    record Any() implements Values {}

    record Files() implements Values {}

    record Folders() implements Values {}

    record Words(List<String> words) implements Values {
        public Words {
            words = List.copyOf(words);
        }
    }

    /// Names that the scheduler knows: `pods` or `nodes`.
    record Names(String kind) implements Values {}
}
