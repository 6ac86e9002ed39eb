package dev.berth.serving.http;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// Routes requests by path: to the endpoint of the exact path, otherwise to the endpoint of the
/// longest prefix.
public final class Router implements Endpoint {
    private final Map<String, Endpoint> exact = new HashMap<>();
    private final Map<String, Endpoint> beginnings = new HashMap<>();
    private final List<String> listed = new ArrayList<>();

    /// Adds a path that [#listed] returns.
    public Router put(String path, Endpoint endpoint) {
        listed.add(path);
        return putUnlisted(path, endpoint);
    }

    public Router putUnlisted(String path, Endpoint endpoint) {
        if (exact.putIfAbsent(path, endpoint) != null) {
            throw new IllegalArgumentException(path + " is already registered");
        }
        return this;
    }

    /// @param path a prefix that ends with a slash
    public Router putBelow(String path, Endpoint endpoint) {
        beginnings.put(path, endpoint);
        return this;
    }

    /// Returns the first segments of all listed paths in order.
    public List<String> listed() {
        var folders = new TreeSet<String>();
        for (String path : listed) {
            folders.add("/" + path.split("/")[1]);
        }
        return List.copyOf(folders);
    }

    @Override
    public ServerResponse answer(ServerRequest call) throws InterruptedException {
        Endpoint endpoint = exact.get(call.path());
        if (endpoint == null) {
            endpoint =
                    beginnings.keySet().stream()
                            .filter(call.path()::startsWith)
                            .max(Comparator.comparingInt(String::length))
                            .map(beginnings::get)
                            .orElse(_ -> ServerResponse.notFound());
        }
        return endpoint.answer(call);
    }
}
