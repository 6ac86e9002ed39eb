package dev.berth.app.cli;

import picocli.CommandLine.Model.CommandSpec;

import java.util.Map;
import java.util.Optional;

/// The environment in which a command runs.
public interface CommandContext {
    /// The environment variables.
    Map<String, String> environment();

    /// Whether the command runs on a terminal that can draw a live view.
    boolean drawable();

    /// The context of a command; empty if the command was not started by `berth`.
    static Optional<CommandContext> of(CommandSpec command) {
        return command.root().userObject() instanceof CommandContext context
                ? Optional.of(context)
                : Optional.empty();
    }
}
