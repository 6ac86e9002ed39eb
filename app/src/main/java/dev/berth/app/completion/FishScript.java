package dev.berth.app.completion;

import dev.berth.app.completion.CommandShape.Choice;

import java.util.List;
import java.util.stream.Collectors;

/// Completion for fish.
public final class FishScript {
    private FishScript() {}

    public static String text(CommandShape root) {
        List<CommandShape> all = root.all().toList();
        return """
        # What berth completes, for fish; made by `berth completion fish`.
        set -g __berth_commands %s
        set -g __berth_valued %s

        # Whether the command that is being typed is this one.
        function __berth_at
            set -l at berth
            set -l valued no
            for word in (commandline -opc)[2..-1]
                if test $valued = yes
                    set valued no
                else if contains -- "$at $word" $__berth_commands
                    set at "$at $word"
                else if contains -- "$at $word" $__berth_valued
                    set valued yes
                end
            end
            test "$at" = "$argv[1]"
        end

        function __berth_names
            berth __complete $argv[1] (commandline -ct) (commandline -cp) 2>/dev/null
        end

        complete -c berth -f
        """
                        .formatted(
                                quoted(all.stream().skip(1).map(CommandShape::path).toList()),
                                quoted(
                                        all.stream()
                                                .flatMap(command ->
                                                        command.options().stream()
                                                                .filter(FishScript::isValued)
                                                                .flatMap(option ->
                                                                        option.names().stream())
                                                                .map(name ->
                                                                        command.path()
                                                                                + " "
                                                                                + name))
                                                .toList()))
                + all.stream().map(FishScript::lines).collect(Collectors.joining());
    }

    private static boolean isValued(Choice option) {
        return !(option.values() instanceof Values.None);
    }

    private static String quoted(List<String> texts) {
        return texts.stream().map(FishScript::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    private static String lines(CommandShape command) {
        String at = "complete -c berth -n " + quoted("__berth_at " + quoted(command.path()));
        var lines = new StringBuilder();
        for (CommandShape each : command.subcommands()) {
            lines.append("%s -a %s -d %s%n".formatted(at, each.name(), quoted(each.description())));
        }
        command.positionals().stream()
                .map(FishScript::completed)
                .filter(made -> !made.isEmpty())
                .distinct()
                .forEach(made -> lines.append(at).append(made).append('\n'));
        for (Choice option : command.options()) {
            lines.append(at);
            for (String name : option.names()) {
                lines.append(name.startsWith("--") ? " -l " : " -s ")
                        .append(name.replaceFirst("^-+", ""));
            }
            lines.append(isValued(option) ? " -r" : "")
                    .append(completed(option.values()))
                    .append(" -d ")
                    .append(quoted(option.description()))
                    .append('\n');
        }
        return lines.toString();
    }

    private static String completed(Values values) {
        return switch (values) {
            case Values.None(), Values.Any() -> "";
            case Values.Files(), Values.Folders() -> " -F";
            case Values.Words(var words) -> " -a " + quoted(String.join(" ", words));
            case Values.Names(var kind) -> " -a " + quoted("(__berth_names " + kind + ")");
        };
    }
}
