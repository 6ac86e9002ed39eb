package dev.berth.app.ask;

import java.util.ArrayList;
import java.util.List;

/// Paragraphs with an empty line between them, without the empty ones.
final class Sections {
    private final List<String> sections = new ArrayList<>();

    Sections(String first) {
        add(first + "\n");
    }

    /// @param section lines that end with a line end
    void add(String section) {
        if (!section.isEmpty()) {
            sections.add(section);
        }
    }

    String text() {
        return String.join("\n", sections);
    }
}
