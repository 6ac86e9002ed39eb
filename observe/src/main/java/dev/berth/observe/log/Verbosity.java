package dev.berth.observe.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// The verbosity of classes: a default, and the levels of `--vmodule` patterns.
final class Verbosity {
    /// The source files of kube-scheduler that operators use in `--vmodule`, and the classes that
    /// correspond to them.
    static final Map<String, Set<String>> KNOWN =
            Map.ofEntries(
                    Map.entry(
                            "schedule_one",
                            Set.of("AttemptRunner", "BindingResults", "FailureReporter")),
                    Map.entry("scheduler", Set.of("SchedulingLoop", "Watchdog")),
                    Map.entry("scheduling_queue", Set.of("SchedulingQueue")),
                    Map.entry("active_queue", Set.of("SchedulingQueue")),
                    Map.entry("backoff_queue", Set.of("SchedulingQueue")),
                    Map.entry("eventhandlers", Set.of("EventHandlers")),
                    Map.entry("cache", Set.of("ClusterState")),
                    Map.entry("preemption", Set.of("AttemptRunner")),
                    Map.entry("extender", Set.of("HttpExtender", "SuspendedAttempt")),
                    Map.entry("leaderelection", Set.of("LeaderElection")),
                    Map.entry("reflector", Set.of("Reflector")));

    private final int defaultValue;
    private final List<Rule> rules;

    private record Rule(Pattern pattern, int verbosity) {
        boolean names(String simpleName) {
            return pattern.matcher(simpleName).matches()
                    || KNOWN.entrySet().stream()
                            .anyMatch(known ->
                                    known.getValue().contains(simpleName)
                                            && pattern.matcher(known.getKey()).matches());
        }
    }

    private Verbosity(int defaultValue, List<Rule> rules) {
        this.defaultValue = defaultValue;
        this.rules = rules;
    }

    /// @param modules comma-separated `pattern=N`; in a pattern, `*` matches any text and `?` any
    ///   character
    /// @throws IllegalArgumentException if the syntax is invalid
    static Verbosity of(int defaultValue, String modules) {
        var rules = new ArrayList<Rule>();
        for (String module : modules.split(",", -1)) {
            if (!module.isEmpty()) {
                rules.add(rule(module));
            }
        }
        return new Verbosity(defaultValue, List.copyOf(rules));
    }

    private static Rule rule(String module) {
        int equals = module.lastIndexOf('=');
        if (equals <= 0) {
            throw new IllegalArgumentException(
                    "\"%s\" does not have the pattern=N format".formatted(module));
        }
        try {
            return new Rule(
                    glob(module.substring(0, equals)),
                    Integer.parseUnsignedInt(module.substring(equals + 1)));
        } catch (NumberFormatException problem) {
            throw new IllegalArgumentException(
                    "parsing verbosity in \"%s\": not a number".formatted(module), problem);
        }
    }

    private static Pattern glob(String text) {
        var regex = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '*' -> regex.append(".*");
                case '?' -> regex.append('.');
                default -> regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        return Pattern.compile(regex.toString());
    }

    /// Returns the verbosity with another default level.
    Verbosity withDefault(int level) {
        return new Verbosity(level, rules);
    }

    int defaults() {
        return defaultValue;
    }

    /// Returns the level of a class. The first matching pattern decides.
    int of(String simpleName) {
        for (Rule rule : rules) {
            if (rule.names(simpleName)) {
                return rule.verbosity();
            }
        }
        return defaultValue;
    }
}
