package dev.berth.serving;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

import java.nio.ByteBuffer;

/// The response to requests that reach no endpoint: the status in one line, without details of the
/// server.
final class PlainErrorHandler extends ErrorHandler {
    private static final String TEXT = "text/plain; charset=utf-8";

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, TEXT);
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-cache, private");
        if (request.getConnectionMetaData().getHttpVersion().getVersion()
                < HttpVersion.HTTP_2.getVersion()) {
            // The server closes the connection. Without the header, the client would send its next
            // request on it.
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
        response.write(true, body(status), callback);
        return true;
    }

    private static ByteBuffer body(int status) {
        return ByteBuffer.wrap((status + " " + HttpStatus.getMessage(status)).getBytes(UTF_8));
    }
}
