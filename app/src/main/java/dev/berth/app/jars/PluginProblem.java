package dev.berth.app.jars;

/// Why a plugin cannot be taken, and what to do about it; the text goes behind its name.
final class PluginProblem extends RuntimeException {
    PluginProblem(String problem) {
        super(problem);
    }
}
