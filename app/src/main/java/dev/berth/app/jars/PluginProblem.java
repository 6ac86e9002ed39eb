package dev.berth.app.jars;

/// The reason why a plugin cannot be loaded, and the remedy. Messages print it after the name of
/// the plugin.
final class PluginProblem extends RuntimeException {
    PluginProblem(String problem) {
        super(problem);
    }

    PluginProblem(String problem, Throwable cause) {
        super(problem, cause);
    }
}
