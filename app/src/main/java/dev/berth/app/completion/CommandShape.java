package dev.berth.app.completion;

import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/// A command with everything that a completion script needs.
///
/// @param path the words of the command: `berth explain pod`
/// @param positionals the values of the positional parameters, in order; the last one may be
///   repeated
public record CommandShape(
        String path,
        String description,
        List<CommandShape> subcommands,
        List<Choice> options,
        List<Values> positionals) {
    /// An option.
    public record Choice(List<String> names, String description, Values values) {
        public Choice {
            names = List.copyOf(names);
        }
    }

    private static final Map<String, Values> BY_LABEL =
            Map.of(
                    "FILE", new Values.Files(),
                    "DIR", new Values.Folders(),
                    "POD", new Values.Names("pods"),
                    "NODE", new Values.Names("nodes"));

    /// @param foreign the options of commands that parse their own options, by the name of the
    ///   command
    public static CommandShape of(CommandSpec spec, Map<String, List<Choice>> foreign) {
        return of(spec.name(), spec, foreign);
    }

    private static CommandShape of(
            String path, CommandSpec spec, Map<String, List<Choice>> foreign) {
        var subcommands = new ArrayList<CommandShape>();
        spec.subcommands()
                .forEach((name, command) -> {
                    if (!command.getCommandSpec().usageMessage().hidden()) {
                        subcommands.add(of(path + " " + name, command.getCommandSpec(), foreign));
                    }
                });
        var options = new ArrayList<Choice>(foreign.getOrDefault(spec.name(), List.of()));
        for (OptionSpec option : spec.options()) {
            if (!option.hidden()) {
                options.add(
                        new Choice(
                                List.of(option.names()),
                                first(option.description()),
                                option.arity().max() == 0 ? new Values.None() : values(option)));
            }
        }
        var positionals = new ArrayList<Values>();
        for (PositionalParamSpec positional : spec.positionalParameters()) {
            if (!positional.hidden()) {
                positionals.add(
                        positional.paramLabel().equals("COMMAND")
                                ? new Values.Words(siblings(spec))
                                : values(positional));
            }
        }
        return new CommandShape(
                path, first(spec.usageMessage().description()), subcommands, options, positionals);
    }

    private static List<String> siblings(CommandSpec spec) {
        return spec.parent() == null
                ? List.of()
                : spec.parent().subcommands().entrySet().stream()
                        .filter(each -> !each.getValue().getCommandSpec().usageMessage().hidden())
                        .map(Map.Entry::getKey)
                        .toList();
    }

    private static String first(String[] lines) {
        return lines.length == 0 ? "" : lines[0];
    }

    private static Values values(ArgSpec argument) {
        Values known = BY_LABEL.get(argument.paramLabel());
        if (known != null) {
            return known;
        }
        if (argument.completionCandidates() == null) {
            return new Values.Any();
        }
        var words = new ArrayList<String>();
        argument.completionCandidates().forEach(word -> words.add(word.toLowerCase(Locale.ROOT)));
        return new Values.Words(words);
    }

    /// The last word of the path.
    String name() {
        return path.substring(path.lastIndexOf(' ') + 1);
    }

    /// This command and all its subcommands.
    Stream<CommandShape> all() {
        return Stream.concat(Stream.of(this), subcommands.stream().flatMap(CommandShape::all));
    }
}
