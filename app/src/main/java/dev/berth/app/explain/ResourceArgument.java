package dev.berth.app.explain;

import dev.berth.model.SpellingSuggestion;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

import java.util.Map;
import java.util.Set;
import java.util.Stack;

/// Accepts resources as kubectl does: `pod/web`, `pods web`, `po/web`.
final class ResourceArgument implements IParameterPreprocessor {
    private static final Map<String, String> OTHER_NAMES =
            Map.of("pods", "pod", "po", "pod", "nodes", "node", "no", "node");

    /// `web` from `pod/web` or `po/web` for the kind `pod`; any other word is unchanged.
    static String withoutKind(String word, String kind) {
        int slash = word.indexOf('/');
        return slash >= 0 && kind.equals(kind(word.substring(0, slash)))
                ? word.substring(slash + 1)
                : word;
    }

    private static String kind(String name) {
        return OTHER_NAMES.getOrDefault(name, name);
    }

    @Override
    public boolean preprocess(
            Stack<String> args,
            CommandSpec command,
            @Nullable ArgSpec argument,
            Map<String, Object> info) {
        if (args.isEmpty() || args.peek().startsWith("-")) {
            return false;
        }
        String word = args.peek();
        int slash = word.indexOf('/');
        String kind = slash < 0 ? word : word.substring(0, slash);
        String known = kind(kind);
        Set<String> commands = command.subcommands().keySet();
        if (commands.contains(known)) {
            args.pop();
            if (slash >= 0) {
                args.push(word.substring(slash + 1));
            }
            args.push(known);
        } else if (commands.stream().noneMatch(each -> SpellingSuggestion.isClose(kind, each))) {
            throw new ParameterException(
                    command.commandLine(),
                    "'%s' cannot be explained; for a pod, use %s pod NAMESPACE/NAME"
                            .formatted(kind, command.qualifiedName()));
        }
        return false;
    }
}
