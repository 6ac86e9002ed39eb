package dev.berth.kubeclient.http;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/// Where a server is.
///
/// @param secure whether it speaks TLS
/// @param prefix what stands before every path; empty or `/...` without a slash at its end
/// @param proxy what stands between us
public record ServerAddress(
        String host, int port, boolean secure, String prefix, Optional<URI> proxy) {
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    /// @param server its address; one without a scheme is taken as `http://` would, or as
    ///   `https://` if `secureByDefault`
    /// @throws IllegalArgumentException if it is no address
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
            throw noAddress(server, "it names no host");
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

    /// An address of IPv6 stands in brackets in addresses of the web and nowhere else.
    private static String bare(String host) {
        return host.startsWith("[") && host.endsWith("]")
                ? host.substring(1, host.length() - 1)
                : host;
    }

    /// As the `Host` header and labels of metrics say it: `10.0.0.1:6443`.
    public String authority() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    @Override
    public String toString() {
        return (secure ? "https://" : "http://") + authority() + prefix;
    }
}
