package dev.berth.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.serving.http.Endpoint;
import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.http.ServerResponse;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// The port of the dashboard: the page, the questions it asks, and the API of an embedded cluster.
///
/// It has no TLS and listens on the loopback address only. A browser presents its token once, in
/// the address or in the form. From then on it has a session: a cookie that scripts cannot read and
/// other sites cannot send, and a path below which the browser sends it ([Sessions]). The page gets
/// the path in the fragment of its address, which browsers do not send to servers, and keeps it in
/// the storage of its origin, which other ports cannot read. Requests that a page of another site
/// causes are rejected by their `Host` and `Origin`.
public final class DashboardEndpoint implements Endpoint {
    private static final ServerResponse.Content EMPTY = new ServerResponse.Whole(new byte[0]);
    private static final String COOKIE = "berth_session_";
    private static final String SESSION = "/session/";
    private static final String CLUSTER = "/k8s/";
    private static final int NO_CONTENT = 204;
    private static final int SEE_OTHER = 303;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int MISDIRECTED = 421;
    private static final Set<String> LOOPBACK_NAMES = Set.of("127.0.0.1", "localhost", "[::1]");
    private static final Map<String, String> FILES =
            Map.of(
                    "/index.html", "text/html; charset=utf-8",
                    "/page.js", "text/javascript; charset=utf-8",
                    "/page.css", "text/css; charset=utf-8",
                    "/icon.svg", "image/svg+xml");
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; form-action 'none'; base-uri 'none';"
                    + " frame-ancestors 'none'";

    private final QuestionEndpoint questions;
    private final RequestAuthenticator authenticator;
    private final Optional<Endpoint> cluster;
    private final Sessions sessions;

    /// @param cluster the API of the embedded cluster, if there is one
    /// @param names generates names of sessions that cannot be guessed
    /// @param ticks a monotonic clock in nanoseconds
    public DashboardEndpoint(
            QuestionEndpoint questions,
            RequestAuthenticator authenticator,
            Optional<Endpoint> cluster,
            Supplier<String> names,
            LongSupplier ticks) {
        sessions = new Sessions(names, ticks);
        this.questions = questions;
        this.authenticator = authenticator;
        this.cluster = cluster;
    }

    @Override
    public ServerResponse answer(ServerRequest call) throws InterruptedException {
        return answered(call)
                .with("Content-Security-Policy", POLICY)
                .with("Referrer-Policy", "no-referrer")
                .with("Cross-Origin-Resource-Policy", "same-origin")
                .unsniffed();
    }

    private ServerResponse answered(ServerRequest call) throws InterruptedException {
        String host = call.header("Host").orElse("");
        if (!LOOPBACK_NAMES.contains(host.replaceFirst(":[0-9]*$", ""))) {
            return QuestionEndpoint.error(
                    MISDIRECTED,
                    "this server is 127.0.0.1, not \"%s\": use that address".formatted(host));
        }
        boolean reading = call.method().equals("GET") || call.method().equals("HEAD");
        String origin = call.header("Origin").orElse("");
        if (!reading && !origin.isEmpty() && !origin.equals("http://" + host)) {
            return QuestionEndpoint.error(
                    FORBIDDEN, "pages of \"%s\" may not change anything here".formatted(origin));
        }
        String path = call.path();
        if (path.equals("/login")) {
            return login(call);
        }
        return path.startsWith(SESSION) ? inSession(call) : routed(call, reading);
    }

    /// A request below the path of a session: what follows the path is the request itself.
    private ServerResponse inSession(ServerRequest call) throws InterruptedException {
        String path = call.path();
        int end = path.indexOf('/', SESSION.length());
        if (end < 0) {
            return ServerResponse.notFound();
        }
        String prefix = path.substring(0, end);
        Optional<Sessions.Session> session =
                cookie(call)
                        .map(value ->
                                new Sessions.Session(prefix.substring(SESSION.length()), value));
        ServerRequest inner = call.below(prefix);
        if (inner.path().equals("/logout")) {
            return logout(call, prefix, session);
        }
        boolean protectedPath =
                inner.path().startsWith(QuestionEndpoint.ROOT) || inner.path().startsWith(CLUSTER);
        if (!protectedPath) {
            return ServerResponse.notFound();
        }
        Optional<String> token = session.flatMap(sessions::token);
        return token.isEmpty()
                ? unauthenticated()
                : routed(
                        inner.with(inner.headers().with("Authorization", "Bearer " + token.get())),
                        true);
    }

    private ServerResponse routed(ServerRequest call, boolean reading) throws InterruptedException {
        String path = call.path();
        if (path.startsWith(QuestionEndpoint.ROOT)) {
            Optional<ListAccess> access = authenticator.authenticate(call);
            return access.isEmpty() ? unauthenticated() : questions.answer(call, access.get());
        }
        if (path.startsWith(CLUSTER) && cluster.isPresent()) {
            return authenticator.authenticate(call).isEmpty()
                    ? unauthenticated()
                    : cluster.get().answer(call.below("/k8s"));
        }
        if (!reading) {
            return QuestionEndpoint.error(
                    METHOD_NOT_ALLOWED, "%s does not support %s".formatted(path, call.method()));
        }
        Optional<String> token = call.query().first("token");
        if (token.isPresent()) {
            return withToken(call, token.get());
        }
        return page(path);
    }

    private static ServerResponse unauthenticated() {
        return QuestionEndpoint.error(
                UNAUTHORIZED,
                "the request has no valid credentials: send a token, or sign in on the page");
    }

    /// Redirects to the address without the token, so that the token is in no history and no
    /// screenshot. An invalid token changes nothing, so that other sites cannot sign users out.
    private ServerResponse withToken(ServerRequest call, String token) throws InterruptedException {
        Map<String, String> headers = new HashMap<>(Map.of("Location", local(call.path())));
        if (known(call, token)) {
            Sessions.Session session = sessions.begin(token);
            headers.put("Location", local(call.path()) + "#session=" + session.path());
            headers.put("Set-Cookie", cookie(call, session));
        }
        return new ServerResponse(SEE_OTHER, headers, EMPTY);
    }

    private boolean known(ServerRequest call, String token) throws InterruptedException {
        return !token.isEmpty()
                && authenticator
                        .authenticate(
                                call.with(call.headers().with("Authorization", "Bearer " + token)))
                        .isPresent();
    }

    /// An address of this site for any path.
    private static String local(String path) {
        String encoded = URLEncoder.encode(path, UTF_8).replace("%2F", "/").replace("+", "%20");
        return "/" + encoded.replaceFirst("^/+", "");
    }

    private ServerResponse login(ServerRequest call) throws InterruptedException {
        if (!call.method().equals("POST")) {
            return QuestionEndpoint.error(METHOD_NOT_ALLOWED, "sign in with POST");
        }
        String token = new String(call.body(), UTF_8).strip();
        if (!known(call, token)) {
            return QuestionEndpoint.error(UNAUTHORIZED, "the token is not valid here");
        }
        Sessions.Session session = sessions.begin(token);
        return ServerResponse.text(session.path()).with("Set-Cookie", cookie(call, session));
    }

    private ServerResponse logout(
            ServerRequest call, String prefix, Optional<Sessions.Session> session) {
        if (!call.method().equals("POST")) {
            return QuestionEndpoint.error(METHOD_NOT_ALLOWED, "sign out with POST");
        }
        session.ifPresent(sessions::end);
        return new ServerResponse(
                NO_CONTENT, Map.of("Set-Cookie", cookie(call, "", prefix) + "; Max-Age=0"), EMPTY);
    }

    private static String cookie(ServerRequest call, Sessions.Session session) {
        return cookie(call, session.cookie(), SESSION + session.path())
                + "; Max-Age="
                + Sessions.MAX_AGE.toSeconds();
    }

    private static String cookie(ServerRequest call, String value, String path) {
        return "%s=%s; Path=%s; HttpOnly; SameSite=Strict".formatted(cookieName(call), value, path);
    }

    /// Each port has its own name, because browsers share cookies between the ports of a host.
    private static String cookieName(ServerRequest call) {
        String host = call.header("Host").orElse("");
        return COOKIE + host.substring(host.lastIndexOf(':') + 1).replaceAll("[^0-9]", "");
    }

    private static Optional<String> cookie(ServerRequest call) {
        for (String line : call.headers().all("Cookie")) {
            for (String one : line.split(";")) {
                String[] parts = one.strip().split("=", 2);
                if (parts.length == 2 && parts[0].equals(cookieName(call))) {
                    return Optional.of(parts[1]);
                }
            }
        }
        return Optional.empty();
    }

    /// A file, or the page itself for every view.
    private static ServerResponse page(String path) {
        boolean known = FILES.containsKey(path);
        // The page reports unknown views itself; files are at the top and have a dot.
        boolean view = !(path + "/").split("/", 3)[1].contains(".");
        if (!known && !view) {
            return ServerResponse.notFound();
        }
        String file = known ? path : "/index.html";
        String type = FILES.getOrDefault(file, "text/plain");
        try (InputStream in = DashboardEndpoint.class.getResourceAsStream("page" + file)) {
            return in == null
                    ? ServerResponse.problem(
                            ServerResponse.NOT_FOUND,
                            "this build has no page: run npm install --no-save && npm run"
                                    + " build in dashboard/page")
                    : ServerResponse.of(ServerResponse.OK, type, in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
