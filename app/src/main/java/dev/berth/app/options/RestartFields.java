package dev.berth.app.options;

import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The fields of a `KubeSchedulerConfiguration` that a running scheduler cannot change: the
/// connection to the API server, leader election, and what the process serves.
public final class RestartFields {
    /// A field whose values differ.
    ///
    /// @param from the value before as JSON; empty if the field is missing
    public record Change(String path, String from, String to) {
        /// The sentence for users.
        public String text() {
            return "%s: changed from %s to %s, which needs a restart"
                    .formatted(path, shown(from), shown(to));
        }

        private static String shown(String value) {
            return value.isEmpty() ? "unset" : value;
        }
    }

    /// The fields that take effect with a reload, and those without any effect.
    private static final Set<String> RELOADED =
            Set.of(
                    "profiles",
                    "extenders",
                    "percentageOfNodesToScore",
                    "podInitialBackoffSeconds",
                    "podMaxBackoffSeconds",
                    "parallelism");

    private RestartFields() {}

    /// The changed fields that need a restart.
    ///
    /// @param before a configuration with all defaults
    /// @param after a configuration with all defaults
    public static List<Change> changed(Json.Obj before, Json.Obj after) {
        return changes(before, after).stream().filter(RestartFields::needsRestart).toList();
    }

    public static boolean needsRestart(Change change) {
        return !RELOADED.contains(change.path().split("[.\\[]", 2)[0]);
    }

    /// The changed fields except for those of profiles and extenders.
    public static List<Change> changes(Json.Obj before, Json.Obj after) {
        var changes = new ArrayList<Change>();
        compare("", before, after, changes);
        return changes;
    }

    private static void compare(String path, Json.Obj before, Json.Obj after, List<Change> into) {
        var names = new LinkedHashSet<>(before.fields().keySet());
        names.addAll(after.fields().keySet());
        for (String name : names) {
            String at = path.isEmpty() ? name : path + "." + name;
            if (at.equals("profiles") || at.equals("extenders")) {
                continue;
            }
            Json one = before.fields().get(name);
            Json other = after.fields().get(name);
            if (one instanceof Json.Obj had && other instanceof Json.Obj has) {
                compare(at, had, has, into);
                continue;
            }
            String from = one == null ? "" : one.text();
            String to = other == null ? "" : other.text();
            if (!from.equals(to)) {
                into.add(new Change(at, from, to));
            }
        }
    }
}
