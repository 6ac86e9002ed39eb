package dev.berth.serving.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The headers of a request, with case-insensitive names.
public final class Headers {
    public static final Headers NONE = new Headers(Map.of());

    private final Map<String, List<String>> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    public Headers(Map<String, List<String>> values) {
        values.forEach((name, all) ->
                this.values.computeIfAbsent(name, _ -> new ArrayList<>()).addAll(all));
    }

    /// Returns the headers with another value for a name.
    public Headers with(String name, String value) {
        var changed = new TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
        changed.putAll(values);
        changed.put(name, List.of(value));
        return new Headers(changed);
    }

    public Optional<String> first(String name) {
        return all(name).stream().findFirst();
    }

    public List<String> all(String name) {
        return List.copyOf(values.getOrDefault(name, List.of()));
    }

    /// Returns the headers with a prefix, by the rest of their names in lowercase.
    public Map<String, List<String>> below(String prefix) {
        String start = prefix.toLowerCase(Locale.ROOT);
        var found = new TreeMap<String, List<String>>();
        values.forEach((name, all) -> {
            String small = name.toLowerCase(Locale.ROOT);
            if (small.startsWith(start)) {
                found.put(small.substring(start.length()), List.copyOf(all));
            }
        });
        return found;
    }
}
