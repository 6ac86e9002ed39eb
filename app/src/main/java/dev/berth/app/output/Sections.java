package dev.berth.app.output;

import java.util.ArrayList;
import java.util.List;

/// Paragraphs with an empty line between them, without the empty ones.
public final class Sections {
    private final List<String> sections = new ArrayList<>();

    public Sections(String first) {
        add(first + "\n");
    }

    /// @param section lines that end with a line end
    public void add(String section) {
        if (!section.isEmpty()) {
            sections.add(section);
        }
    }

    public String text() {
        return String.join("\n", sections);
    }
}
