package dev.berth.apiserver.discovery;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.model.KubernetesVersion;
import dev.berth.model.json.Json;

import java.io.ByteArrayOutputStream;

/// OpenAPI 2 without schemas. kubectl requests it for kinds that OpenAPI 3 does not contain, and
/// needs a response to report that a kind does not exist.
public final class OpenApiV2 {
    /// The media type that kubectl requests. It is not well-formed, so responses have another one.
    public static final String REQUESTED_TYPE = "com.github.proto-openapi.spec.v2@v1.0+protobuf";

    public static final String RESPONSE_TYPE = "com.github.proto-openapi.spec.v2.v1.0+protobuf";

    private static final int SWAGGER = 1;
    private static final int INFO = 2;
    private static final int TITLE = 1;
    private static final int VERSION = 2;
    private static final int PATHS = 8;

    private OpenApiV2() {}

    public static Json.Obj json() {
        return Json.Obj.EMPTY
                .with("swagger", "2.0")
                .with("info", OpenApiV3.info())
                .with("paths", Json.Obj.EMPTY)
                .with("definitions", Json.Obj.EMPTY);
    }

    public static byte[] protobuf() {
        byte[] info =
                message(
                        field(TITLE, OpenApiV3.NAME.getBytes(UTF_8)),
                        field(VERSION, KubernetesVersion.RELEASE.getBytes(UTF_8)));
        return message(
                field(SWAGGER, "2.0".getBytes(UTF_8)),
                field(INFO, info),
                field(PATHS, new byte[0]));
    }

    private static byte[] message(byte[]... fields) {
        var out = new ByteArrayOutputStream();
        for (byte[] field : fields) {
            out.writeBytes(field);
        }
        return out.toByteArray();
    }

    /// The tag and the length take one byte each, because the content is short.
    private static byte[] field(int number, byte[] content) {
        var out = new ByteArrayOutputStream();
        out.write(number << 3 | 2);
        out.write(content.length);
        out.writeBytes(content);
        return out.toByteArray();
    }
}
