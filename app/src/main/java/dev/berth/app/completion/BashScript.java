package dev.berth.app.completion;

import dev.berth.app.completion.CommandShape.Choice;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Completion for bash, from 3.2 on, and for zsh by its own emulation.
public final class BashScript {
    private static final String BEGINNING =
            """
            # What berth completes, for %s; made by `berth completion %s`.
            """;

    private static final String EMULATION =
            """
            autoload -U +X compinit && compinit
            autoload -U +X bashcompinit && bashcompinit
            """;

    private BashScript() {}

    public static String bash(CommandShape root) {
        return BEGINNING.formatted("bash", "bash") + function(root);
    }

    public static String zsh(CommandShape root) {
        return BEGINNING.formatted("zsh", "zsh") + EMULATION + function(root);
    }

    private static String function(CommandShape root) {
        List<CommandShape> all = root.all().toList();
        // A line is cut into words at = and : too; both belong to the option before them.
        return """
        _berth_words() {
            COMPREPLY=($(compgen -W "$1" -- "$cur"))
        }

        _berth_paths() {
            type compopt >/dev/null 2>&1 && compopt -o filenames 2>/dev/null
            COMPREPLY=($(compgen "$1" -- "$cur"))
        }

        _berth_names() {
            COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]}" __complete "$1" "$cur" "$COMP_LINE" 2>/dev/null)" -- "$cur"))
        }

        _berth() {
            local cur=${COMP_WORDS[COMP_CWORD]} at=berth option= place=0 word i
            COMPREPLY=()
            for ((i = 1; i < COMP_CWORD; i++)); do
                word=${COMP_WORDS[i]}
                case "$word" in
                = | :) option=${option:-?}; continue ;;
                esac
                if [ -n "$option" ]; then
                    # What follows = or : is still the value.
                    case "${COMP_WORDS[i + 1]}" in
                    = | :) ;;
                    *) option= ;;
                    esac
                    continue
                fi
                case "$at $word" in
        %s) at="$at $word"; continue ;;
                esac
                case "$at $word" in
        %s) option=$word ;;
                *' -'*) ;;
                *) place=$((place + 1)) ;;
                esac
            done
            case "$cur" in
            = | :) cur= ;;
            esac
            if [ -n "$option" ]; then
                case "$at $option" in
        %s    esac
                return
            fi
            case "$at/$cur" in
        %s    esac
            case "$at/$place" in
        %s    esac
        }

        complete -F _berth berth ./berth
        """
                .formatted(
                        patterns(all.stream().skip(1).map(CommandShape::path).toList()),
                        patterns(all.stream().flatMap(BashScript::valued).toList()),
                        all.stream().map(BashScript::values).collect(Collectors.joining()),
                        all.stream().map(BashScript::options).collect(Collectors.joining()),
                        all.stream().map(BashScript::places).collect(Collectors.joining()));
    }

    private static Stream<String> valued(CommandShape command) {
        return command.options().stream()
                .filter(option -> !(option.values() instanceof Values.None))
                .flatMap(option -> option.names().stream())
                .map(name -> command.path() + " " + name);
    }

    private static String patterns(List<String> texts) {
        return texts.stream()
                .map(text -> "'" + text + "'")
                .collect(Collectors.joining(" | ", "        ", ""));
    }

    private static String values(CommandShape command) {
        var cases = new StringBuilder();
        for (Choice option : command.options()) {
            String made = completed(option.values());
            if (!made.isEmpty()) {
                cases.append(
                        patterns(
                                option.names().stream()
                                        .map(name -> command.path() + " " + name)
                                        .toList()));
                cases.append(") ").append(made).append(" ;;\n");
            }
        }
        return cases.toString();
    }

    private static String options(CommandShape command) {
        String names =
                command.options().stream()
                        .flatMap(option -> option.names().stream())
                        .collect(Collectors.joining(" "));
        return "        '%s/-'*) _berth_words '%s'; return ;;%n".formatted(command.path(), names);
    }

    private static String places(CommandShape command) {
        if (!command.subcommands().isEmpty()) {
            return "        '%s/0') _berth_words '%s' ;;%n"
                    .formatted(
                            command.path(),
                            command.subcommands().stream()
                                    .map(CommandShape::name)
                                    .collect(Collectors.joining(" ")));
        }
        List<Values> positionals = command.positionals();
        return IntStream.range(0, positionals.size())
                .filter(place -> !completed(positionals.get(place)).isEmpty())
                .mapToObj(place ->
                        "        '%s/%d') %s ;;%n"
                                .formatted(
                                        command.path(), place, completed(positionals.get(place))))
                .collect(Collectors.joining());
    }

    /// What completes these; empty if nothing does.
    private static String completed(Values values) {
        return switch (values) {
            case Values.None(), Values.Any() -> "";
            case Values.Files() -> "_berth_paths -f";
            case Values.Folders() -> "_berth_paths -d";
            case Values.Words(var words) -> "_berth_words '" + String.join(" ", words) + "'";
            case Values.Names(var kind) -> "_berth_names " + kind;
        };
    }
}
