package dev.berth.serving.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The query parameters of a request.
public record QueryParameters(Map<String, List<String>> values) {
    public QueryParameters {
        values = Map.copyOf(values);
    }

    /// Parses a query. As in Go, parts that cannot be decoded are skipped.
    public static QueryParameters of(String text) {
        var values = new LinkedHashMap<String, List<String>>();
        for (String part : text.split("&")) {
            if (!part.isEmpty()) {
                int end = part.indexOf('=');
                Optional<String> name = decoded(end < 0 ? part : part.substring(0, end));
                Optional<String> value = decoded(end < 0 ? "" : part.substring(end + 1));
                if (name.isPresent() && value.isPresent()) {
                    values.computeIfAbsent(name.get(), _ -> new ArrayList<>()).add(value.get());
                }
            }
        }
        return new QueryParameters(values);
    }

    private static Optional<String> decoded(String text) {
        try {
            return Optional.of(URLDecoder.decode(text, UTF_8));
        } catch (IllegalArgumentException notEncoded) {
            return Optional.empty();
        }
    }

    public boolean has(String name) {
        return values.containsKey(name);
    }

    public Optional<String> first(String name) {
        return all(name).stream().findFirst();
    }

    public List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }
}
