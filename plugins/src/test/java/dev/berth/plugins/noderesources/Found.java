package dev.berth.plugins.noderesources;

import dev.berth.spi.Problems;

import java.util.ArrayList;
import java.util.List;

/// Collects problems as lines of text.
final class Found implements Problems {
    private final List<String> lines = new ArrayList<>();

    @Override
    public void add(String path, Object value, String problem) {
        lines.add(path + " = " + value + ": " + problem);
    }

    List<String> lines() {
        return lines;
    }
}
