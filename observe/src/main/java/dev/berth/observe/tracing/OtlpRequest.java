package dev.berth.observe.tracing;

import dev.berth.kubeclient.wire.ProtoWriter;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/// Encodes spans as `ExportTraceServiceRequest` of OTLP 1.
///
/// The numbers of the fields are those of `opentelemetry/proto/trace/v1/trace.proto`.
final class OtlpRequest {
    private static final String SCOPE = "dev.berth";
    private static final int INTERNAL = 1;
    private static final int CLIENT = 3;
    private static final int ERROR = 2;

    private final Map<String, String> resource;
    private final String version;

    /// @param resource the attributes of the process
    /// @param version the version of the program
    OtlpRequest(Map<String, String> resource, String version) {
        this.resource = resource;
        this.version = version;
    }

    byte[] of(List<Span> spans) {
        var out = new ProtoWriter();
        int resourceSpans = out.begin(1);
        int described = out.begin(1);
        resource.forEach((key, value) -> attribute(out, 1, key, value));
        out.end(described);
        int scopeSpans = out.begin(2);
        int scope = out.begin(1);
        out.text(1, SCOPE).text(2, version).end(scope);
        spans.forEach(span -> write(out, span));
        return out.end(scopeSpans).end(resourceSpans).toBytes();
    }

    private static void write(ProtoWriter out, Span span) {
        int start = out.begin(2);
        out.bytes(
                        1,
                        ByteBuffer.allocate(2 * Long.BYTES)
                                .putLong(span.traceHigh())
                                .putLong(span.traceLow())
                                .array())
                .bytes(2, id(span.id()));
        if (span.parentId() != 0) {
            out.bytes(4, id(span.parentId()));
        }
        out.text(5, span.name())
                .number(6, span.call() ? CLIENT : INTERNAL)
                .fixed64(7, span.beganNanos())
                .fixed64(8, span.endedNanos());
        unlessEmpty(out, "berth.extension_point", span.point());
        unlessEmpty(out, "berth.plugin", span.plugin());
        unlessEmpty(out, "berth.status", span.status());
        span.more().forEach((key, value) -> attribute(out, 9, key, value));
        if (span.error()) {
            int status = out.begin(15);
            out.textUnlessEmpty(2, span.message()).number(3, ERROR).end(status);
        }
        out.end(start);
    }

    private static void unlessEmpty(ProtoWriter out, String key, String value) {
        if (!value.isEmpty()) {
            attribute(out, 9, key, value);
        }
    }

    private static byte[] id(long id) {
        return ByteBuffer.allocate(Long.BYTES).putLong(id).array();
    }

    private static void attribute(ProtoWriter out, int field, String key, Object value) {
        int start = out.begin(field);
        out.text(1, key);
        int any = out.begin(2);
        if (value instanceof Long number) {
            out.number(3, number);
        } else {
            out.text(1, value.toString());
        }
        out.end(any).end(start);
    }
}
