package dev.berth.observe.tracing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.kubeclient.tls.TlsContexts;
import dev.berth.model.FileProblem;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import javax.net.ssl.SSLContext;

/// Reads the options from the environment variables of OpenTelemetry and from the values of a
/// `TracingConfiguration`, which take precedence.
///
/// Tracing is on if there is a `TracingConfiguration`, or if a variable sets the endpoint.
public final class TracingSource {
    private static final int MILLION = 1_000_000;
    private static final int MAX_QUEUE = 1 << 20;
    private static final String OTLP = "OTEL_EXPORTER_OTLP_";
    private static final String TRACES = OTLP + "TRACES_";
    private static final String PATH = "v1/traces";
    private static final List<String> RESTRICTED =
            List.of(
                    "connection",
                    "content-encoding",
                    "content-length",
                    "content-type",
                    "expect",
                    "host",
                    "upgrade");

    private final Map<String, String> environment;
    private final String host;

    /// @param host the name of the machine
    public TracingSource(Map<String, String> environment, String host) {
        this.environment = environment;
        this.host = host;
    }

    /// The values of a `TracingConfiguration`.
    ///
    /// @param endpoint empty if it is not set
    public record File(String endpoint, OptionalInt samplingRatePerMillion) {}

    /// The options; empty if tracing is off.
    ///
    /// @throws IllegalArgumentException if a value is invalid
    public Optional<TracingOptions> options(Optional<File> file) {
        String ownEndpoint = variable(TRACES + "ENDPOINT");
        boolean set = !ownEndpoint.isEmpty() || !variable(OTLP + "ENDPOINT").isEmpty();
        if (file.isEmpty() && !set
                || variable("OTEL_SDK_DISABLED").equalsIgnoreCase("true")
                || variable("OTEL_TRACES_EXPORTER").equals("none")) {
            return Optional.empty();
        }
        String exporter = variable("OTEL_TRACES_EXPORTER");
        if (!exporter.isEmpty() && !exporter.equals("otlp")) {
            throw invalid("OTEL_TRACES_EXPORTER", exporter, "must be otlp or none");
        }
        checkProtocol();
        int rate =
                file.map(File::samplingRatePerMillion)
                        .orElse(OptionalInt.empty())
                        .orElseGet(this::rate);
        int queue = number("OTEL_BSP_MAX_QUEUE_SIZE", TracingOptions.DEFAULT_QUEUE, 1, MAX_QUEUE);
        return Optional.of(
                new TracingOptions(
                        endpoint(file, ownEndpoint),
                        rate,
                        headers(),
                        tls(),
                        gzip(),
                        millis(either("TIMEOUT"), TracingOptions.DEFAULT_TIMEOUT),
                        resource(),
                        queue,
                        number(
                                "OTEL_BSP_MAX_EXPORT_BATCH_SIZE",
                                Math.min(queue, TracingOptions.DEFAULT_BATCH),
                                1,
                                queue),
                        millis("OTEL_BSP_SCHEDULE_DELAY", TracingOptions.DEFAULT_DELAY)));
    }

    private String variable(String name) {
        return environment.getOrDefault(name, "").strip();
    }

    /// The variable for traces if it is set, otherwise the one for all signals.
    private String either(String suffix) {
        return variable(TRACES + suffix).isEmpty() ? OTLP + suffix : TRACES + suffix;
    }

    private static IllegalArgumentException invalid(String name, String value, String rule) {
        return new IllegalArgumentException("%s: \"%s\" %s".formatted(name, value, rule));
    }

    private void checkProtocol() {
        String name = either("PROTOCOL");
        String protocol = variable(name);
        if (!protocol.isEmpty() && !protocol.equals("http/protobuf")) {
            throw invalid(
                    name,
                    protocol,
                    "is not supported; set http/protobuf, and the port of the collector for it,"
                            + " which is usually 4318");
        }
    }

    private URI endpoint(Optional<File> file, String ownEndpoint) {
        String inFile = file.map(File::endpoint).orElse("");
        if (!inFile.isEmpty()) {
            // TracingConfiguration of kube-apiserver names a host and a port.
            return withPath(
                    "endpoint", inFile.contains("://") ? inFile : "http://" + inFile, inFile);
        }
        if (!ownEndpoint.isEmpty()) {
            return address(TRACES + "ENDPOINT", ownEndpoint, ownEndpoint);
        }
        String name = OTLP + "ENDPOINT";
        String base = variable(name).isEmpty() ? TracingOptions.DEFAULT_ENDPOINT : variable(name);
        return withPath(name, base, base);
    }

    private static URI withPath(String name, String base, String written) {
        String url =
                base.endsWith("/" + PATH) ? base : base + (base.endsWith("/") ? "" : "/") + PATH;
        return address(name, url, written);
    }

    private static URI address(String name, String url, String written) {
        String rule = "must be a URL such as http://collector:4318";
        URI address;
        try {
            address = URI.create(url);
        } catch (IllegalArgumentException e) {
            throw invalid(name, written, rule);
        }
        if (address.getUserInfo() != null) {
            // The value is not shown, because it contains a password.
            throw new IllegalArgumentException(
                    name
                            + " must not contain a user name or password; set them with "
                            + OTLP
                            + "HEADERS");
        }
        if (address.getHost() == null
                || !List.of("http", "https").contains(String.valueOf(address.getScheme()))
                || address.getPort() > 65_535) {
            throw invalid(name, written, rule);
        }
        if (address.getPort() == 4317) {
            throw invalid(
                    name,
                    written,
                    "is the port for gRPC; OTLP over HTTP usually has the port 4318");
        }
        return address;
    }

    /// The rate that `OTEL_TRACES_SAMPLER` defines.
    private int rate() {
        String sampler = variable("OTEL_TRACES_SAMPLER");
        String plain = sampler.startsWith("parentbased_") ? sampler.substring(12) : sampler;
        return switch (plain) {
            case "" -> TracingOptions.DEFAULT_RATE;
            case "always_on" -> MILLION;
            case "always_off" -> 0;
            case "traceidratio" -> ratio();
            default ->
                    throw invalid(
                            "OTEL_TRACES_SAMPLER",
                            sampler,
                            "is not supported; set always_on, always_off or traceidratio");
        };
    }

    private int ratio() {
        String name = "OTEL_TRACES_SAMPLER_ARG";
        String text = variable(name);
        if (text.isEmpty()) {
            return MILLION;
        }
        double ratio;
        try {
            ratio = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            ratio = -1;
        }
        if (!(ratio >= 0 && ratio <= 1)) {
            throw invalid(name, text, "must be a number from 0 to 1");
        }
        return (int) Math.round(ratio * MILLION);
    }

    /// A list of `key=value`, with percent-encoded values.
    private Map<String, String> pairs(String name) {
        var pairs = new LinkedHashMap<String, String>();
        for (String pair : variable(name).split(",")) {
            if (pair.isBlank()) {
                continue;
            }
            int equals = pair.indexOf('=');
            if (equals <= 0) {
                // The value is not shown, because headers contain credentials.
                throw new IllegalArgumentException(
                        name + " must be a list such as key1=value1,key2=value2");
            }
            String key = pair.substring(0, equals).strip();
            try {
                pairs.put(
                        key,
                        URLDecoder.decode(
                                pair.substring(equals + 1).strip().replace("+", "%2B"), UTF_8));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "%s: the value of %s is not percent-encoded correctly".formatted(name, key),
                        e);
            }
        }
        return pairs;
    }

    private Map<String, String> headers() {
        String name = either("HEADERS");
        Map<String, String> headers = pairs(name);
        headers.forEach((key, value) -> {
            if (!key.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]+")
                    || RESTRICTED.contains(key.toLowerCase(Locale.ROOT))) {
                throw invalid(name, key, "is not a header that can be set");
            }
            if (value.chars().anyMatch(each -> each < ' ' || each > '~')) {
                throw new IllegalArgumentException(
                        "%s: the value of %s contains characters that a header cannot contain"
                                .formatted(name, key));
            }
        });
        return headers;
    }

    private boolean gzip() {
        String name = either("COMPRESSION");
        String value = variable(name);
        if (!List.of("", "none", "gzip").contains(value)) {
            throw invalid(name, value, "must be gzip or none");
        }
        return value.equals("gzip");
    }

    private Optional<SSLContext> tls() {
        String authorities = file("CERTIFICATE");
        String certificate = file("CLIENT_CERTIFICATE");
        String key = file("CLIENT_KEY");
        if (certificate.isEmpty() != key.isEmpty()) {
            throw new IllegalArgumentException(
                    OTLP + "CLIENT_CERTIFICATE and " + OTLP + "CLIENT_KEY must be set together");
        }
        if (authorities.isEmpty() && certificate.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    TlsContexts.make(
                            new TlsContexts.Wanted(authorities, certificate, key, "", false)));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    OTLP + "CERTIFICATE or " + OTLP + "CLIENT_CERTIFICATE: " + e.getMessage(), e);
        }
    }

    /// The content of the file that a variable names.
    private String file(String suffix) {
        String name = either(suffix);
        String path = variable(name);
        if (path.isEmpty()) {
            return "";
        }
        try {
            return Files.readString(Path.of(path));
        } catch (IOException | InvalidPathException e) {
            throw new IllegalArgumentException(
                    "%s: \"%s\" cannot be read: %s".formatted(name, path, FileProblem.reason(e)),
                    e);
        }
    }

    private Map<String, String> resource() {
        var resource = new LinkedHashMap<String, String>();
        resource.put("service.name", "berth");
        resource.put("service.instance.id", host);
        resource.put("host.name", host);
        resource.put("telemetry.sdk.name", "berth");
        resource.put("telemetry.sdk.language", "java");
        resource.putAll(pairs("OTEL_RESOURCE_ATTRIBUTES"));
        String service = variable("OTEL_SERVICE_NAME");
        if (!service.isEmpty()) {
            resource.put("service.name", service);
        }
        return resource;
    }

    private Duration millis(String name, Duration byDefault) {
        return Duration.ofMillis(
                number(name, (int) byDefault.toMillis(), 1, (int) Duration.ofHours(1).toMillis()));
    }

    private int number(String name, int byDefault, int min, int max) {
        String text = variable(name);
        if (text.isEmpty()) {
            return byDefault;
        }
        @Nullable Integer number = null;
        try {
            number = Integer.valueOf(text);
        } catch (NumberFormatException e) {
            // Not a number: reported below.
        }
        if (number == null || number < min || number > max) {
            throw invalid(name, text, "must be a number from %d to %d".formatted(min, max));
        }
        return number;
    }
}
