package dev.berth.serving.tls;

import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/// The protocol versions, cipher suites and curves in the JDK's terms, from flags in Go's terms.
///
/// @param groups empty for the JDK's defaults
/// @param warnings about requested values that are not supported
public record Encryption(
        List<String> protocols, List<String> suites, List<String> groups, List<String> warnings) {
    // As in Go, the suites of TLS 1.3 are not configurable.
    private static final List<String> TLS_1_3 =
            List.of(
                    "TLS_AES_128_GCM_SHA256",
                    "TLS_AES_256_GCM_SHA384",
                    "TLS_CHACHA20_POLY1305_SHA256");

    /// The suites of TLS 1.2 with forward secrecy and authenticated encryption.
    private static final List<String> TLS_1_2_AUTHENTICATED =
            Stream.of("AES_128_GCM_SHA256", "AES_256_GCM_SHA384", "CHACHA20_POLY1305_SHA256")
                    .flatMap(cipher ->
                            Stream.of("ECDSA", "RSA")
                                    .map(key -> "TLS_ECDHE_" + key + "_WITH_" + cipher))
                    .toList();

    private static final Set<String> GO_NAMES =
            new LinkedHashSet<>(
                    Stream.of(
                                    TLS_1_3,
                                    suites("ECDHE_ECDSA", "ECDHE_RSA"),
                                    List.of(
                                            "TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA",
                                            "TLS_RSA_WITH_3DES_EDE_CBC_SHA",
                                            "TLS_RSA_WITH_AES_128_CBC_SHA",
                                            "TLS_RSA_WITH_AES_128_CBC_SHA256",
                                            "TLS_RSA_WITH_AES_128_GCM_SHA256",
                                            "TLS_RSA_WITH_AES_256_CBC_SHA",
                                            "TLS_RSA_WITH_AES_256_GCM_SHA384",
                                            "TLS_RSA_WITH_RC4_128_SHA"))
                            .flatMap(Collection::stream)
                            .toList());
    private static final Map<Integer, String> CURVES = curves();
    private static final int MAX = 0xffff;

    private static List<String> suites(String... exchanges) {
        return Stream.of(exchanges)
                .flatMap(exchange ->
                        Stream.of(
                                        "AES_128_CBC_SHA",
                                        "AES_128_CBC_SHA256",
                                        "AES_128_GCM_SHA256",
                                        "AES_256_CBC_SHA",
                                        "AES_256_GCM_SHA384",
                                        "CHACHA20_POLY1305",
                                        "CHACHA20_POLY1305_SHA256",
                                        "RC4_128_SHA")
                                .map(cipher -> "TLS_" + exchange + "_WITH_" + cipher))
                .toList();
    }

    /// By Go's numbers; the JDK does not support the curves with an empty name.
    private static Map<Integer, String> curves() {
        var curves = new LinkedHashMap<Integer, String>();
        curves.put(23, "secp256r1");
        curves.put(24, "secp384r1");
        curves.put(25, "secp521r1");
        curves.put(29, "x25519");
        curves.put(4587, "");
        curves.put(4588, "");
        curves.put(4589, "");
        return Map.copyOf(curves);
    }

    public Encryption {
        protocols = List.copyOf(protocols);
        suites = List.copyOf(suites);
        groups = List.copyOf(groups);
        warnings = List.copyOf(warnings);
    }

    /// @throws IllegalArgumentException if a value is unknown to Go too
    public static Encryption of(TlsOptions options) {
        var warnings = new ArrayList<String>();
        // Parity: the order is cipher suites, curves, version, and only the first problem is
        // reported.
        List<String> suites = suites(options.cipherSuites(), warnings);
        List<String> groups = groups(options.curves(), warnings);
        List<String> protocols = protocols(options.minVersion(), warnings);
        return new Encryption(protocols, suites, groups, warnings);
    }

    private static List<String> protocols(String least, List<String> warnings) {
        return switch (least) {
            case "", "VersionTLS12" -> List.of("TLSv1.3", "TLSv1.2");
            case "VersionTLS13" -> List.of("TLSv1.3");
            case "VersionTLS10", "VersionTLS11" -> {
                warnings.add(least + " is insecure and not supported; the minimum is TLS 1.2");
                yield List.of("TLSv1.3", "TLSv1.2");
            }
            default ->
                    throw new IllegalArgumentException(
                            "unknown tls version \"%s\"; --tls-min-version takes VersionTLS12 and VersionTLS13, and VersionTLS10 and VersionTLS11 for VersionTLS12"
                                    .formatted(least));
        };
    }

    private static List<String> suites(List<String> wanted, List<String> warnings) {
        Set<String> offered = offered();
        var suites = new LinkedHashSet<>(TLS_1_3);
        if (wanted.isEmpty()) {
            suites.addAll(TLS_1_2_AUTHENTICATED);
            suites.retainAll(offered);
            return List.copyOf(suites);
        }
        for (String name : wanted) {
            if (!GO_NAMES.contains(name)) {
                throw new IllegalArgumentException(
                        "Cipher suite %s not supported or doesn't exist; --tls-cipher-suites takes Go's names, such as TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"
                                .formatted(name));
            }
            String ours = name.endsWith("POLY1305") ? name + "_SHA256" : name;
            if (offered.contains(ours)) {
                suites.add(ours);
            } else {
                warnings.add(
                        "cipher suite " + name + " is not supported by this JDK and is ignored");
            }
        }
        return List.copyOf(suites);
    }

    /// Returns the suites that the JDK supports and that its configuration does not disable.
    private static Set<String> offered() {
        try {
            return Set.of(SSLContext.getDefault().getDefaultSSLParameters().getCipherSuites());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no TLS", e);
        }
    }

    private static List<String> groups(List<Integer> wanted, List<String> warnings) {
        var groups = new LinkedHashSet<String>();
        var seen = new LinkedHashSet<Integer>();
        for (int number : wanted) {
            if (number <= 0 || number > MAX) {
                throw new IllegalArgumentException(
                        "curve preference %d is out of range (must be 1-%d)"
                                .formatted(number, MAX));
            }
            if (!seen.add(number)) {
                throw new IllegalArgumentException("duplicate curve preference " + number);
            }
            String name = CURVES.get(number);
            if (name == null) {
                throw new IllegalArgumentException(
                        "curve preference "
                                + number
                                + " is not supported by the current Go version");
            }
            if (name.isEmpty()) {
                warnings.add("curve " + number + " is not supported by this JDK and is ignored");
            } else {
                groups.add(name);
            }
        }
        if (groups.isEmpty() && !wanted.isEmpty()) {
            throw new IllegalArgumentException(
                    "none of the curves " + wanted + " is supported by this JDK; add 29 or 23");
        }
        return List.copyOf(groups);
    }

    /// Applies the settings to connections.
    public void applyTo(SSLParameters parameters) {
        parameters.setProtocols(protocols.toArray(String[]::new));
        parameters.setCipherSuites(suites.toArray(String[]::new));
        if (!groups.isEmpty()) {
            parameters.setNamedGroups(groups.toArray(String[]::new));
        }
    }
}
