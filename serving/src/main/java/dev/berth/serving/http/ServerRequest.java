package dev.berth.serving.http;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// One request, read to its end.
///
/// @param path decoded, and otherwise as it was sent: `/healthz/ping`
/// @param target as it was sent, with the query
/// @param certificates what the client proved to own, its own first; empty if it showed none
@SuppressWarnings("ArrayRecordComponent") // Requests are never compared.
public record ServerRequest(
        String method,
        String path,
        String target,
        QueryParameters query,
        Headers headers,
        List<X509Certificate> certificates,
        byte[] body) {
    private static final Set<String> TRUE = Set.of("1", "t", "T", "true", "True", "TRUE");

    public ServerRequest with(Headers newHeaders) {
        return new ServerRequest(method, path, target, query, newHeaders, certificates, body);
    }

    /// The same request without the beginning of its path.
    public ServerRequest below(String beginning) {
        return new ServerRequest(
                method,
                path.substring(beginning.length()),
                target.substring(beginning.length()),
                query,
                headers,
                certificates,
                body);
    }

    public Optional<String> header(String name) {
        return headers.first(name);
    }

    /// What is asked for, as authorization knows it: `get`.
    public String verb() {
        return method.toLowerCase(Locale.ROOT);
    }

    /// Whether JSON is for the eyes of people, as API servers guess it.
    public boolean wantsIndentation() {
        Optional<String> said = query.first("pretty");
        if (said.isPresent() && !said.get().isEmpty()) {
            return TRUE.contains(said.get());
        }
        String agent = header("User-Agent").orElse("");
        return agent.startsWith("curl")
                || agent.startsWith("Wget")
                || agent.startsWith("Mozilla/5.0");
    }
}
