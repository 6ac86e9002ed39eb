package dev.berth.kubeclient;

import dev.berth.model.Kind;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/// Where objects are on an API server.
public final class ApiPath {
    private ApiPath() {}

    /// All objects of a kind.
    public static String of(Kind kind) {
        return root(kind) + "/" + kind.plural();
    }

    /// The objects of a kind in a namespace.
    public static String of(Kind kind, String namespace) {
        return kind.namespaced()
                ? root(kind) + "/namespaces/" + encoded(namespace) + "/" + kind.plural()
                : of(kind);
    }

    /// One object.
    public static String of(Kind kind, String namespace, String name) {
        return of(kind, namespace) + "/" + encoded(name);
    }

    private static String root(Kind kind) {
        return kind.group().isEmpty()
                ? "/api/" + kind.version()
                : "/apis/" + kind.group() + "/" + kind.version();
    }

    /// A part of a path or of a query.
    public static String encoded(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain =
                    c >= 'a' && c <= 'z'
                            || c >= '0' && c <= '9'
                            || c >= 'A' && c <= 'Z'
                            || c == '-'
                            || c == '.';
            if (!plain) {
                return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
            }
        }
        return text;
    }
}
