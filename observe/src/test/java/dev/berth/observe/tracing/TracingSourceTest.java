package dev.berth.observe.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

class TracingSourceTest {
    private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";

    private static Optional<TracingOptions> options(Map<String, String> environment) {
        return new TracingSource(environment, "node-1").options(Optional.empty());
    }

    private static TracingOptions options(String endpoint, OptionalInt rate) {
        return new TracingSource(Map.of(), "node-1")
                .options(Optional.of(new TracingSource.File(endpoint, rate)))
                .orElseThrow();
    }

    record Off(String name, Map<String, String> environment) {
        @Override
        public String toString() {
            return name;
        }
    }

    static final List<Off> OFF =
            List.of(
                    new Off("no variable", Map.of()),
                    new Off("a service name alone", Map.of("OTEL_SERVICE_NAME", "x")),
                    new Off(
                            "the SDK is disabled",
                            Map.of(ENDPOINT, "http://c:4318", "OTEL_SDK_DISABLED", "TRUE")),
                    new Off(
                            "the exporter is none",
                            Map.of(ENDPOINT, "http://c:4318", "OTEL_TRACES_EXPORTER", "none")));

    @ParameterizedTest
    @FieldSource("OFF")
    void tracingIsOffUnlessAnEndpointOrAFileTurnsItOn(Off off) {
        assertThat(options(off.environment())).isEmpty();
    }

    record Address(Map<String, String> environment, String endpoint) {}

    static final List<Address> ADDRESSES =
            List.of(
                    new Address(Map.of(ENDPOINT, "http://c:4318"), "http://c:4318/v1/traces"),
                    new Address(Map.of(ENDPOINT, "https://c/otlp/"), "https://c/otlp/v1/traces"),
                    new Address(
                            Map.of("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://c:9/as/it/is"),
                            "http://c:9/as/it/is"),
                    new Address(
                            Map.of(
                                    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
                                    "http://t:1/t",
                                    ENDPOINT,
                                    "http://c:4318"),
                            "http://t:1/t"));

    @ParameterizedTest
    @FieldSource("ADDRESSES")
    void theEndpointForTracesIsUsedAsItIsAndTheOtherGetsThePath(Address address) {
        assertThat(options(address.environment()))
                .map(TracingOptions::endpoint)
                .map(Object::toString)
                .hasValue(address.endpoint());
    }

    @Test
    void aConfigurationFileNamesAHostAndAPortAsForKubeApiserver() {
        assertThat(options("collector:4318", OptionalInt.of(5)))
                .satisfies(read -> {
                    assertThat(read.endpoint()).hasToString("http://collector:4318/v1/traces");
                    assertThat(read.samplingRatePerMillion()).isEqualTo(5);
                });
        assertThat(options("", OptionalInt.empty()))
                .satisfies(read -> {
                    assertThat(read.endpoint()).hasToString("http://localhost:4318/v1/traces");
                    assertThat(read.samplingRatePerMillion()).isEqualTo(10_000);
                });
    }

    @Test
    void theVariablesOfOpenTelemetrySetEverythingElse() {
        assertThat(
                        options(
                                        Map.of(
                                                ENDPOINT,
                                                "http://c:4318",
                                                "OTEL_EXPORTER_OTLP_HEADERS",
                                                "authorization=Bearer%20t+1, x-scope=a",
                                                "OTEL_EXPORTER_OTLP_COMPRESSION",
                                                "gzip",
                                                "OTEL_EXPORTER_OTLP_TIMEOUT",
                                                "2500",
                                                "OTEL_SERVICE_NAME",
                                                "second",
                                                "OTEL_RESOURCE_ATTRIBUTES",
                                                "k8s.cluster.name=prod,service.name=first",
                                                "OTEL_TRACES_SAMPLER",
                                                "parentbased_traceidratio",
                                                "OTEL_TRACES_SAMPLER_ARG",
                                                "0.25",
                                                "OTEL_BSP_MAX_QUEUE_SIZE",
                                                "100"))
                                .orElseThrow())
                .satisfies(read -> {
                    assertThat(read.headers())
                            .isEqualTo(Map.of("authorization", "Bearer t+1", "x-scope", "a"));
                    assertThat(read.gzip()).isTrue();
                    assertThat(read.timeout()).isEqualTo(Duration.ofMillis(2_500));
                    assertThat(read.resource())
                            .containsEntry("service.name", "second")
                            .containsEntry("k8s.cluster.name", "prod")
                            .containsEntry("host.name", "node-1");
                    assertThat(read.samplingRatePerMillion()).isEqualTo(250_000);
                    assertThat(read.queueSize()).isEqualTo(100);
                    assertThat(read.batchSize()).isEqualTo(100);
                    assertThat(read.toString()).doesNotContain("Bearer");
                });
    }

    record Invalid(String variable, String value, String message) {}

    static final List<Invalid> INVALID =
            List.of(
                    new Invalid(ENDPOINT, "collector:4318", "must be a URL"),
                    new Invalid(ENDPOINT, "http://c:4317", "is the port for gRPC"),
                    new Invalid("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", "set http/protobuf"),
                    new Invalid("OTEL_TRACES_SAMPLER", "xray", "set always_on, always_off or"),
                    new Invalid("OTEL_EXPORTER_OTLP_TIMEOUT", "10s", "must be a number from 1"),
                    new Invalid("OTEL_EXPORTER_OTLP_COMPRESSION", "zstd", "must be gzip or none"),
                    new Invalid("OTEL_EXPORTER_OTLP_CERTIFICATE", "/no/such", "cannot be read"),
                    new Invalid("OTEL_TRACES_EXPORTER", "jaeger", "must be otlp or none"),
                    new Invalid("OTEL_EXPORTER_OTLP_CLIENT_KEY", "/no/such", "cannot be read"),
                    new Invalid("OTEL_EXPORTER_OTLP_HEADERS", "host", "must be a list such as"));

    @ParameterizedTest
    @FieldSource("INVALID")
    void anInvalidValueIsReportedWithItsVariable(Invalid invalid) {
        Map<String, String> environment =
                invalid.variable().equals(ENDPOINT)
                        ? Map.of(ENDPOINT, invalid.value())
                        : Map.of(ENDPOINT, "http://c:4318", invalid.variable(), invalid.value());
        assertThatThrownBy(() -> options(environment))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(invalid.variable())
                .hasMessageContaining(invalid.message());
    }

    @Test
    void noMessageContainsAPassword() {
        assertThatThrownBy(() -> options(Map.of(ENDPOINT, "http://me:secret@c:4318")))
                .hasMessageContaining("OTEL_EXPORTER_OTLP_HEADERS")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() ->
                        options(
                                Map.of(
                                        ENDPOINT,
                                        "http://c:4318",
                                        "OTEL_EXPORTER_OTLP_HEADERS",
                                        "secret")))
                .hasMessageNotContaining("secret");
    }
}
