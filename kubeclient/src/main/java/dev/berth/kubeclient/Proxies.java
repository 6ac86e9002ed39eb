package dev.berth.kubeclient;

import dev.berth.kubeclient.http.ServerAddress;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The proxy settings of the environment: `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`.
final class Proxies {
    private Proxies() {}

    static Optional<URI> of(Map<String, String> environment, ServerAddress server) {
        String text = value(environment, server.secure() ? "HTTPS_PROXY" : "HTTP_PROXY");
        if (text.isEmpty() || excepted(value(environment, "NO_PROXY"), server)) {
            return Optional.empty();
        }
        return Optional.of(URI.create(text.contains("://") ? text : "http://" + text));
    }

    private static String value(Map<String, String> environment, String name) {
        String upper = environment.getOrDefault(name, "");
        return upper.isEmpty()
                ? environment.getOrDefault(name.toLowerCase(Locale.ROOT), "")
                : upper;
    }

    private static boolean excepted(String exceptions, ServerAddress server) {
        String host = server.host().toLowerCase(Locale.ROOT);
        if (host.equals("localhost") || loopback(host)) {
            return true;
        }
        for (String entry : exceptions.split(",", -1)) {
            String exception = entry.strip().toLowerCase(Locale.ROOT);
            if (exception.equals("*")
                    || exception.equals(host)
                    || exception.equals(server.authority())
                    || exception.startsWith(".") && host.endsWith(exception)
                    || !exception.isEmpty() && host.endsWith("." + exception)
                    || exception.contains("/") && within(host, exception)) {
                return true;
            }
        }
        return false;
    }

    private static boolean loopback(String host) {
        return literal(host) && address(host).map(InetAddress::isLoopbackAddress).orElse(false);
    }

    private static boolean within(String host, String block) {
        int slash = block.indexOf('/');
        if (!literal(host) || !literal(block.substring(0, slash))) {
            return false;
        }
        Optional<InetAddress> address = address(host);
        Optional<InetAddress> network = address(block.substring(0, slash));
        try {
            int bits = Integer.parseInt(block.substring(slash + 1));
            return address.isPresent()
                    && network.isPresent()
                    && samePrefix(address.get().getAddress(), network.get().getAddress(), bits);
        } catch (NumberFormatException noBlock) {
            return false;
        }
    }

    private static boolean samePrefix(byte[] one, byte[] other, int bits) {
        if (one.length != other.length || bits > one.length * Byte.SIZE) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >>> bit % Byte.SIZE;
            if ((one[bit / Byte.SIZE] & mask) != (other[bit / Byte.SIZE] & mask)) {
                return false;
            }
        }
        return true;
    }

    /// Whether the host is an IP address, which needs no lookup.
    private static boolean literal(String host) {
        return host.contains(":") || host.chars().allMatch(c -> c == '.' || c >= '0' && c <= '9');
    }

    private static Optional<InetAddress> address(String literal) {
        try {
            return Optional.of(InetAddress.getByName(literal));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }
}
