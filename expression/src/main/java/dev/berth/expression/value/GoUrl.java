package dev.berth.expression.value;

import dev.berth.model.GoQuoted;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A URL as Go's `net/url` reads it, with its messages.
public final class GoUrl {
    private final String scheme;
    private final @Nullable String opaque;
    private final @Nullable String user;
    private final String host;
    private final boolean omitsHost;
    private final String rawPath;
    private final boolean forcesQuery;
    private final String query;
    private final String fragment;

    private GoUrl(Parts parts, String fragment) {
        this.scheme = parts.scheme;
        this.opaque = parts.opaque;
        this.user = parts.user;
        this.host = parts.host;
        this.omitsHost = parts.omitsHost;
        this.rawPath = parts.path;
        this.forcesQuery = parts.forcesQuery;
        this.query = parts.query;
        this.fragment = fragment;
    }

    /// The text is not a URL.
    public static final class InvalidException extends Exception {
        private static final long serialVersionUID = 1;

        InvalidException(String message) {
            super(message);
        }
    }

    /// Reads a URL with a scheme or an absolute path (Go: `url.ParseRequestURI`, then `url.Parse`).
    public static GoUrl parse(String text) throws InvalidException {
        check(text);
        int hash = text.indexOf('#');
        String rest = hash < 0 ? text : text.substring(0, hash);
        String fragment = hash < 0 ? "" : text.substring(hash + 1);
        Parts parts = wrapped(rest, false);
        try {
            UrlEscapes.unescape(fragment, UrlEscapes.Mode.FRAGMENT);
        } catch (InvalidException invalid) {
            throw wrap(text, invalid);
        }
        return new GoUrl(parts, fragment);
    }

    /// Fails if a request cannot be made for the text.
    public static void check(String text) throws InvalidException {
        wrapped(text, true);
    }

    private static Parts wrapped(String text, boolean isRequest) throws InvalidException {
        try {
            var parts = new Parts();
            parts.read(text, isRequest);
            return parts;
        } catch (InvalidException invalid) {
            throw wrap(text, invalid);
        }
    }

    private static InvalidException wrap(String text, InvalidException cause) {
        return new InvalidException("parse " + GoQuoted.of(text) + ": " + cause.getMessage());
    }

    public String scheme() {
        return scheme;
    }

    public String host() {
        return host;
    }

    public String hostname() {
        int colon = portColon();
        String name = colon < 0 ? host : host.substring(0, colon);
        return name.startsWith("[") && name.endsWith("]")
                ? name.substring(1, name.length() - 1)
                : name;
    }

    public String port() {
        int colon = portColon();
        return colon < 0 ? "" : host.substring(colon + 1);
    }

    private int portColon() {
        int colon = host.lastIndexOf(':');
        return colon >= 0 && UrlEscapes.isPort(host.substring(colon)) ? colon : -1;
    }

    public String escapedPath() {
        return UrlEscapes.escaped(rawPath, UrlEscapes.Mode.PATH);
    }

    /// The values of each parameter. Parameters that cannot be read are left out.
    public Map<String, List<String>> parameters() {
        var parameters = new LinkedHashMap<String, List<String>>();
        for (String parameter : query.split("&")) {
            if (parameter.isEmpty() || parameter.contains(";")) {
                continue;
            }
            int equals = parameter.indexOf('=');
            String name = equals < 0 ? parameter : parameter.substring(0, equals);
            String value = equals < 0 ? "" : parameter.substring(equals + 1);
            try {
                String key = UrlEscapes.unescape(name, UrlEscapes.Mode.QUERY);
                parameters
                        .computeIfAbsent(key, any -> new ArrayList<>())
                        .add(UrlEscapes.unescape(value, UrlEscapes.Mode.QUERY));
            } catch (InvalidException leftOut) {
                parameters.values().removeIf(List::isEmpty);
            }
        }
        return parameters;
    }

    @Override
    public String toString() {
        var out = new StringBuilder(scheme.isEmpty() ? "" : scheme + ":");
        if (opaque != null) {
            out.append(opaque);
        } else {
            boolean hasHost = !host.isEmpty() || user != null;
            String path = escapedPath();
            if (hasHost || !scheme.isEmpty() && !omitsHost && !path.isEmpty()) {
                out.append("//").append(user == null ? "" : user + "@");
                out.append(UrlEscapes.escape(host, UrlEscapes.Mode.HOST));
            }
            out.append(path);
        }
        if (forcesQuery || !query.isEmpty()) {
            out.append('?').append(query);
        }
        if (!fragment.isEmpty()) {
            out.append('#').append(UrlEscapes.escaped(fragment, UrlEscapes.Mode.FRAGMENT));
        }
        return out.toString();
    }

    /// The parts while they are read.
    private static final class Parts {
        private String scheme = "";
        private @Nullable String opaque;
        private @Nullable String user;
        private String host = "";
        private boolean omitsHost;
        private String path = "";
        private boolean forcesQuery;
        private String query = "";

        void read(String text, boolean isRequest) throws InvalidException {
            for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
                if (each >= 0 && each < ' ' || each == 0x7f) {
                    throw new InvalidException("net/url: invalid control character in URL");
                }
            }
            if (text.isEmpty() && isRequest) {
                throw new InvalidException("empty url");
            }
            if (text.equals("*")) {
                path = "*";
                return;
            }
            String rest = readQuery(readScheme(text));
            if (!rest.startsWith("/")) {
                if (!scheme.isEmpty()) {
                    opaque = rest.isEmpty() ? null : rest;
                    return;
                }
                if (isRequest) {
                    throw new InvalidException("invalid URI for request");
                }
            }
            boolean hasAuthority = !scheme.isEmpty() || !isRequest && !rest.startsWith("///");
            if (hasAuthority && rest.startsWith("//")) {
                int slash = rest.indexOf('/', 2);
                readAuthority(rest.substring(2, slash < 0 ? rest.length() : slash));
                rest = slash < 0 ? "" : rest.substring(slash);
            } else if (!scheme.isEmpty() && rest.startsWith("/")) {
                omitsHost = true;
            }
            UrlEscapes.unescape(rest, UrlEscapes.Mode.PATH);
            path = rest;
        }

        private String readScheme(String text) throws InvalidException {
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                boolean isLetter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
                boolean isOther = c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.';
                if (c == ':') {
                    if (i == 0) {
                        throw new InvalidException("missing protocol scheme");
                    }
                    scheme = text.substring(0, i).toLowerCase(Locale.ROOT);
                    return text.substring(i + 1);
                }
                if (!isLetter && (!isOther || i == 0)) {
                    return text;
                }
            }
            return text;
        }

        private String readQuery(String text) {
            int mark = text.indexOf('?');
            if (mark < 0) {
                return text;
            }
            forcesQuery = mark == text.length() - 1;
            query = text.substring(mark + 1);
            return text.substring(0, mark);
        }

        private void readAuthority(String authority) throws InvalidException {
            int at = authority.lastIndexOf('@');
            host = UrlEscapes.host(scheme, authority.substring(at + 1));
            if (at >= 0) {
                user = UrlEscapes.user(authority.substring(0, at));
            }
        }
    }
}
