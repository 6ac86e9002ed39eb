package dev.berth.serving.http;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// A request with its complete body.
///
/// @param path the decoded path: `/healthz/ping`
/// @param target the path and query as sent
/// @param certificates the verified chain of the client, its own certificate first; empty if it
///   sent none
/// @param connection the connection of the client
@SuppressWarnings("ArrayRecordComponent") // Requests are never compared.
public record ServerRequest(
        String method,
        String path,
        String target,
        QueryParameters query,
        Headers headers,
        List<X509Certificate> certificates,
        ClientConnection connection,
        byte[] body) {
    private static final Set<String> TRUE = Set.of("1", "t", "T", "true", "True", "TRUE");

    public ServerRequest with(Headers newHeaders) {
        return new ServerRequest(
                method, path, target, query, newHeaders, certificates, connection, body);
    }

    /// Returns the request without a prefix of its path.
    public ServerRequest below(String beginning) {
        return new ServerRequest(
                method,
                path.substring(beginning.length()),
                target.substring(beginning.length()),
                query,
                headers,
                certificates,
                connection,
                body);
    }

    public Optional<String> header(String name) {
        return headers.first(name);
    }

    /// The verb for authorization, for example `get`.
    public String verb() {
        return method.toLowerCase(Locale.ROOT);
    }

    /// Whether the client is likely a person, so that JSON is indented. API servers use the same
    /// heuristic.
    public boolean wantsIndentation() {
        Optional<String> pretty = query.first("pretty");
        if (pretty.isPresent() && !pretty.get().isEmpty()) {
            return TRUE.contains(pretty.get());
        }
        String agent = header("User-Agent").orElse("");
        return agent.startsWith("curl")
                || agent.startsWith("Wget")
                || agent.startsWith("Mozilla/5.0");
    }
}
