package dev.berth.apiserver;

import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.http.ServerResponse;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/// Compresses large responses for clients that accept gzip.
final class Compression {
    /// Parity: defaultGzipThresholdBytes; smaller responses are not compressed.
    private static final int LARGE = 128 << 10;

    private Compression() {}

    static ServerResponse of(ServerRequest call, ServerResponse answer) {
        if (answer.body().length < LARGE
                || !String.join(",", call.headers().all("Accept-Encoding")).contains("gzip")) {
            return answer;
        }
        return new ServerResponse(
                        answer.status(),
                        answer.headers(),
                        new ServerResponse.Whole(zip(answer.body())))
                .withAll(Map.of("Content-Encoding", "gzip", "Vary", "Accept-Encoding"));
    }

    private static byte[] zip(byte[] body) {
        var out = new ByteArrayOutputStream(body.length / 8);
        try (var zip = new Fast(out)) {
            zip.write(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static final class Fast extends GZIPOutputStream {
        Fast(ByteArrayOutputStream out) throws IOException {
            super(out, 8192);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
