package dev.berth.app.ask;

import java.util.ArrayList;
import java.util.List;

/// Paragraphs with an empty line between them; those that say nothing are left out.
final class Sections {
    private final List<String> sections = new ArrayList<>();

    Sections(String first) {
        add(first + "\n");
    }

    /// @param section its lines, each with its end
    void add(String section) {
        if (!section.isEmpty()) {
            sections.add(section);
        }
    }

    String text() {
        return String.join("\n", sections);
    }
}
