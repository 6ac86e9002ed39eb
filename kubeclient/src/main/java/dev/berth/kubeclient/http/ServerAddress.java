package dev.berth.kubeclient.http;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/// The address of a server.
///
/// @param secure whether the server uses TLS
/// @param prefix the path prefix of all requests; empty, or `/...` without a trailing slash
/// @param proxy the proxy in front of the server
public record ServerAddress(
        String host, int port, boolean secure, String prefix, Optional<URI> proxy) {
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    /// @param server the URL; without a scheme, `https://` is assumed if `secureByDefault`,
    ///   otherwise `http://`
    /// @throws IllegalArgumentException if the URL is invalid
    public static ServerAddress of(String server, boolean secureByDefault, Optional<URI> proxy) {
        String address =
                server.contains("://")
                        ? server
                        : (secureByDefault ? "https://" : "http://") + server;
        URI uri;
        try {
            uri = URI.create(address);
        } catch (IllegalArgumentException e) {
            throw noAddress(server, String.valueOf(e.getMessage()));
        }
        String scheme = String.valueOf(uri.getScheme());
        if (!List.of("http", "https").contains(scheme)) {
            throw noAddress(server, "it must begin with http:// or https://");
        }
        if (uri.getHost() == null) {
            throw noAddress(server, "it has no host");
        }
        boolean secure = scheme.equals("https");
        int port = uri.getPort() >= 0 ? uri.getPort() : secure ? HTTPS : HTTP;
        String path = uri.getRawPath() == null ? "" : uri.getRawPath();
        while (path.endsWith("/")) {
            path = path.substring(0, path.length() - 1);
        }
        return new ServerAddress(bare(uri.getHost()), port, secure, path, proxy);
    }

    private static IllegalArgumentException noAddress(String server, String why) {
        return new IllegalArgumentException(
                "server \"%s\" is not an address: %s".formatted(server, why));
    }

    /// Removes the brackets that URLs have around IPv6 addresses.
    private static String bare(String host) {
        return host.startsWith("[") && host.endsWith("]")
                ? host.substring(1, host.length() - 1)
                : host;
    }

    /// The host and port for the `Host` header and metric labels: `10.0.0.1:6443`.
    public String authority() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    @Override
    public String toString() {
        return (secure ? "https://" : "http://") + authority() + prefix;
    }
}
