package dev.berth.app.flags;

import dev.berth.app.pflag.Flag;
import dev.berth.app.pflag.FlagType;
import dev.berth.app.pflag.FlagValues;
import dev.berth.app.pflag.GoLists;
import dev.berth.app.pflag.GoTypes;
import dev.berth.serving.ServingOptions;
import dev.berth.serving.tls.TlsOptions;
import dev.berth.serving.tls.TlsOptions.NamedFiles;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The flags for the HTTPS endpoint.
public final class ServingFlags {
    private static final String GROUP = "secure serving";
    private static final FlagType<List<NamedFiles>> NAMED_FILES =
            GoLists.list("namedCertKey", text -> List.of(namedFiles(text)), ServingFlags::text);

    private static final Flag<Optional<InetAddress>> ADDRESS =
            new Flag<>(
                    GROUP,
                    "bind-address",
                    GoTypes.IP,
                    Optional.empty(),
                    "address to listen on; 0.0.0.0 and :: mean all addresses");
    private static final Flag<Integer> PORT =
            new Flag<>(
                    GROUP,
                    "secure-port",
                    GoTypes.INT,
                    ServingOptions.DEFAULT.port(),
                    "port for HTTPS; 0 disables it");
    private static final Flag<String> FOLDER =
            new Flag<>(
                    GROUP,
                    "cert-dir",
                    GoTypes.STRING,
                    "",
                    "directory with kube-scheduler.crt and kube-scheduler.key, which are created if"
                        + " they are missing; ignored if --tls-cert-file and --tls-private-key-file"
                        + " are set");
    private static final Flag<String> CERTIFICATE =
            new Flag<>(
                    GROUP,
                    "tls-cert-file",
                    GoTypes.STRING,
                    "",
                    "file with the certificate of the server, followed by those of its issuers;"
                        + " without it and without --cert-dir, a certificate is created in memory");
    private static final Flag<String> KEY =
            new Flag<>(
                    GROUP,
                    "tls-private-key-file",
                    GoTypes.STRING,
                    "",
                    "file with the private key of --tls-cert-file");
    private static final Flag<List<NamedFiles>> NAMED =
            new Flag<>(
                    GROUP,
                    "tls-sni-cert-key",
                    NAMED_FILES,
                    List.of(),
                    "CERT,KEY or CERT,KEY:NAME,NAME...: certificate and key files for these host"
                        + " names, such as *.example.com (default: the names in the certificate);"
                        + " may be repeated");
    private static final Flag<List<String>> SUITES =
            new Flag<>(
                    GROUP,
                    "tls-cipher-suites",
                    GoLists.STRINGS,
                    List.of(),
                    "cipher suites of TLS 1.2 with Go's names, separated by commas (default: the"
                            + " JDK's)");
    private static final Flag<List<Integer>> CURVES =
            new Flag<>(
                    GROUP,
                    "tls-curve-preferences",
                    GoLists.INT32S,
                    List.of(),
                    "curves for the key exchange, as Go's numbers: 29 is X25519, 23 is P-256"
                            + " (default: the JDK's)");
    private static final Flag<String> VERSION =
            new Flag<>(
                    GROUP,
                    "tls-min-version",
                    GoTypes.STRING,
                    "",
                    "oldest version of TLS: VersionTLS12 or VersionTLS13; VersionTLS10 and"
                            + " VersionTLS11 mean VersionTLS12");
    private static final Flag<Integer> STREAMS =
            new Flag<>(
                    GROUP,
                    "http2-max-streams-per-connection",
                    GoTypes.INT,
                    0,
                    "maximum concurrent requests of an HTTP/2 connection; 0 means 100");
    private static final Flag<Boolean> NO_HTTP2 =
            new Flag<>(GROUP, "disable-http2-serving", GoTypes.BOOL, false, "serve HTTP/1.1 only");
    private static final Flag<Boolean> SHARE_PORT =
            new Flag<>(
                    GROUP,
                    "permit-port-sharing",
                    GoTypes.BOOL,
                    false,
                    "listen with SO_REUSEPORT, so that several processes can share the port");
    private static final Flag<Boolean> SHARE_ADDRESS =
            new Flag<>(
                    GROUP,
                    "permit-address-sharing",
                    GoTypes.BOOL,
                    false,
                    "listen with SO_REUSEADDR, so that the port can be used while old connections"
                            + " are closing");

    static final List<Flag<?>> ALL =
            List.of(
                    ADDRESS,
                    PORT,
                    FOLDER,
                    CERTIFICATE,
                    KEY,
                    NAMED,
                    SUITES,
                    CURVES,
                    VERSION,
                    STREAMS,
                    NO_HTTP2,
                    SHARE_PORT,
                    SHARE_ADDRESS);

    private ServingFlags() {}

    public static ServingOptions options(FlagValues values) {
        return new ServingOptions(
                values.get(ADDRESS).orElse(ServingOptions.DEFAULT.address()),
                values.get(PORT),
                new TlsOptions(
                        values.get(FOLDER),
                        values.get(CERTIFICATE),
                        values.get(KEY),
                        values.get(NAMED),
                        values.get(SUITES),
                        values.get(CURVES),
                        values.get(VERSION)),
                values.get(STREAMS),
                !values.get(NO_HTTP2),
                values.get(SHARE_PORT),
                values.get(SHARE_ADDRESS));
    }

    public static List<String> problems(FlagValues values) {
        int port = values.get(PORT);
        // Parity: kube-scheduler prints the first text for ports that are too large, although 0 is
        // valid.
        return port > 65535
                ? List.of(
                        ("--secure-port %d must be between 1 and 65535, inclusive. It cannot be"
                                        + " turned off with 0")
                                .formatted(port))
                : port < 0
                        ? List.of(
                                ("--secure-port %d must be between 0 and 65535, inclusive. 0 for"
                                                + " turning off secure port")
                                        .formatted(port))
                        : List.of();
    }

    private static NamedFiles namedFiles(String text) {
        int colon = text.indexOf(':');
        List<String> names =
                colon < 0
                        ? List.of()
                        : Stream.of(text.substring(colon + 1).strip().split(","))
                                .map(String::strip)
                                .toList();
        if (names.equals(List.of(""))) {
            throw new IllegalArgumentException("empty names list is not allowed");
        }
        String[] files = (colon < 0 ? text : text.substring(0, colon)).strip().split(",", -1);
        if (files.length != 2) {
            throw new IllegalArgumentException(
                    "expected comma separated certificate and key file paths");
        }
        return new NamedFiles(files[0].strip(), files[1].strip(), names);
    }

    private static String text(List<NamedFiles> all) {
        return all.stream()
                .map(one ->
                        one.certificateFile()
                                + ","
                                + one.keyFile()
                                + (one.names().isEmpty()
                                        ? ""
                                        : ":" + String.join(",", one.names())))
                .collect(Collectors.joining(";", "[", "]"));
    }
}
