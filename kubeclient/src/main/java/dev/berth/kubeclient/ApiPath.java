package dev.berth.kubeclient;

import dev.berth.model.Kind;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/// Builds the URL paths of the Kubernetes API.
public final class ApiPath {
    private ApiPath() {}

    /// The path of all objects of a kind.
    public static String of(Kind kind) {
        return root(kind) + "/" + kind.plural();
    }

    /// The path of the objects of a kind in a namespace.
    public static String of(Kind kind, String namespace) {
        return kind.namespaced()
                ? root(kind) + "/namespaces/" + encoded(namespace) + "/" + kind.plural()
                : of(kind);
    }

    /// The path of one object.
    public static String of(Kind kind, String namespace, String name) {
        return of(kind, namespace) + "/" + encoded(name);
    }

    private static String root(Kind kind) {
        return kind.group().isEmpty()
                ? "/api/" + kind.version()
                : "/apis/" + kind.group() + "/" + kind.version();
    }

    /// Encodes a path segment or a query value.
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
