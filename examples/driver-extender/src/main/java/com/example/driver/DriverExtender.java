package com.example.driver;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.berth.model.json.Json;
import dev.berth.model.json.JsonException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.function.Function;

/// An extender that filters out nodes with a driver older than a pod requires, and prefers the
/// newest driver.
///
/// The annotation `example.com/min-driver` of a pod and the label `example.com/driver` of a node
/// contain the versions. The extender is not `nodeCacheCapable`: the scheduler sends complete node
/// objects.
public final class DriverExtender implements AutoCloseable {
    private static final long HIGHEST = 10;

    private final HttpServer server;

    /// @param port the port to listen on, or 0 for any free port
    public DriverExtender(int port) throws IOException {
        server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/filter", exchange -> answer(exchange, DriverExtender::filter));
        server.createContext(
                "/prioritize", exchange -> answer(exchange, DriverExtender::prioritize));
        server.start();
    }

    public static void main(String[] args) throws IOException {
        var extender = new DriverExtender(args.length == 0 ? 8080 : Integer.parseInt(args[0]));
        System.out.println("listening on " + extender.address());
    }

    public String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    // snippet: filter
    /// Returns the nodes that can run the pod. Nodes that are missing from `Nodes` are rejected.
    static Json filter(Json.Obj request) {
        long wanted = number(request, "Pod", "metadata", "annotations", "example.com/min-driver");
        List<Json> passing = new ArrayList<>();
        var failed = Json.Obj.builder();
        for (Json node : nodes(request)) {
            long driver = driver(node);
            if (driver >= wanted) {
                passing.add(node);
            } else {
                failed.put(name(node), "driver %d is older than %d".formatted(driver, wanted));
            }
        }
        return Json.Obj.of("Nodes", Json.Obj.of("items", new Json.Arr(passing)))
                .with("FailedNodes", failed.build());
    }

    // end

    /// Scores the newest driver with 10, the oldest with 0, and the others in between.
    static Json prioritize(Json.Obj request) {
        long newest = 0;
        long oldest = Long.MAX_VALUE;
        for (Json node : nodes(request)) {
            newest = Math.max(newest, driver(node));
            oldest = Math.min(oldest, driver(node));
        }
        List<Json> scores = new ArrayList<>();
        for (Json node : nodes(request)) {
            long score =
                    newest == oldest ? 0 : HIGHEST * (driver(node) - oldest) / (newest - oldest);
            scores.add(Json.Obj.of("Host", Json.of(name(node))).with("Score", score));
        }
        return new Json.Arr(scores);
    }

    private static List<Json> nodes(Json.Obj request) {
        return request.at("Nodes", "items").orElse(Json.Arr.EMPTY) instanceof Json.Arr(var nodes)
                ? nodes
                : List.of();
    }

    private static String name(Json node) {
        return ((Json.Obj) node).textAt("metadata", "name").orElse("");
    }

    private static long driver(Json node) {
        return number((Json.Obj) node, "metadata", "labels", "example.com/driver");
    }

    private static long number(Json.Obj object, String... path) {
        try {
            return Long.parseLong(object.textAt(path).orElse("0"));
        } catch (NumberFormatException unreadable) {
            return 0;
        }
    }

    private static void answer(HttpExchange exchange, Function<Json.Obj, Json> verb)
            throws IOException {
        int code = 200;
        String body;
        try {
            body =
                    verb.apply((Json.Obj) Json.parse(exchange.getRequestBody().readAllBytes()))
                            .text();
        } catch (JsonException | ClassCastException invalid) {
            code = 400;
            body = String.valueOf(invalid.getMessage());
        }
        byte[] bytes = body.getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(code, bytes.length);
        try (var out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }
}
