package dev.berth.apiserver;

import dev.berth.kubeclient.tls.TlsContexts;
import dev.berth.model.json.Json;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// A plain HTTP client of the API.
final class Client {
    static final String JSON = "application/json";
    static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final HttpClient http;
    private final String url;
    private final String token;

    private Client(HttpClient http, String url, String token) {
        this.http = http;
        this.url = url;
        this.token = token;
    }

    static Client of(EmbeddedApiServer server) {
        return of(server, HttpClient.Version.HTTP_2, server.token());
    }

    static Client of(EmbeddedApiServer server, HttpClient.Version version, String token) {
        return new Client(http(server, version, "", ""), server.url(), token);
    }

    /// Authenticates by certificate instead of a token.
    static Client certified(EmbeddedApiServer server, String certificate, String key) {
        return new Client(
                http(server, HttpClient.Version.HTTP_2, certificate, key), server.url(), "");
    }

    private static HttpClient http(
            EmbeddedApiServer server, HttpClient.Version version, String certificate, String key) {
        var wanted = new TlsContexts.Wanted(server.authority(), certificate, key, "", false);
        return HttpClient.newBuilder()
                .sslContext(TlsContexts.make(wanted))
                .version(version)
                .build();
    }

    String url() {
        return url;
    }

    HttpRequest.Builder request(String method, String path, String body, String type) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url + path))
                        .timeout(TIMEOUT)
                        .header("User-Agent", "test")
                        .method(
                                method,
                                body.isEmpty()
                                        ? HttpRequest.BodyPublishers.noBody()
                                        : HttpRequest.BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("Content-Type", type);
        }
        return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    HttpResponse<byte[]> bytes(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    HttpResponse<String> get(String path) {
        return send(request("GET", path, "", JSON));
    }

    HttpResponse<String> getAs(String path, String accept) {
        return send(request("GET", path, "", JSON).header("Accept", accept));
    }

    HttpResponse<String> post(String path, String body) {
        return send(request("POST", path, body, JSON));
    }

    HttpResponse<String> put(String path, String body) {
        return send(request("PUT", path, body, JSON));
    }

    HttpResponse<String> patch(String path, String type, String body) {
        return send(request("PATCH", path, body, "application/" + type));
    }

    HttpResponse<String> delete(String path) {
        return send(request("DELETE", path, "", JSON));
    }

    static Json json(HttpResponse<String> response) {
        return Json.parse(response.body());
    }

    static String message(HttpResponse<String> response) {
        return json(response).textAt("message").orElse("");
    }

    Lines watch(String path) {
        return watch(path, JSON);
    }

    /// The lines of a stream in order.
    Lines watch(String path, String accept) {
        try {
            HttpResponse<Stream<String>> response =
                    http.send(
                            request("GET", path, "", JSON).header("Accept", accept).build(),
                            HttpResponse.BodyHandlers.ofLines());
            return new Lines(response.statusCode(), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static final class Lines implements AutoCloseable {
        private static final String END = "";

        final int status;
        private final Stream<String> stream;
        private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

        Lines(int status, Stream<String> stream) {
            this.status = status;
            this.stream = stream;
            Thread.ofVirtual()
                    .start(() -> {
                        try {
                            stream.forEach(lines::add);
                        } catch (UncheckedIOException broken) {
                            // The end marker follows below.
                        } finally {
                            lines.add(END);
                        }
                    });
        }

        /// Returns the next line; fails if it does not arrive in time.
        Json next() {
            String line = line();
            if (line.equals(END)) {
                throw new AssertionError("the stream is at its end");
            }
            return Json.parse(line);
        }

        boolean ended() {
            return line().equals(END);
        }

        private String line() {
            try {
                String line = lines.poll(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
                if (line == null) {
                    throw new AssertionError("nothing came in " + TIMEOUT);
                }
                return line;
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() {
            stream.close();
        }
    }
}
