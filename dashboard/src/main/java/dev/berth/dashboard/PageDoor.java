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
import java.util.function.Supplier;

/// The page's own port: the page, the questions it asks, and on an embedded cluster its API.
///
/// It has no TLS and is for this machine alone. Whoever comes shows a token once, by the address or
/// by the form, and has it in a cookie from then on that no script can read and no other site can
/// send. A page of another site that makes a browser come here, by its own name for this machine or
/// by a form, is turned away by `Host` and `Origin`.
public final class PageDoor implements Endpoint {
    private static final ServerResponse.Content EMPTY = new ServerResponse.Whole(new byte[0]);
    private static final String COOKIE = "berth_session_";
    private static final String CLUSTER = "/k8s/";
    private static final int NO_CONTENT = 204;
    private static final int SEE_OTHER = 303;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NO_SUCH_METHOD = 405;
    private static final int MISDIRECTED = 421;
    private static final Set<String> OURSELVES = Set.of("127.0.0.1", "localhost", "[::1]");
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

    private final Questions questions;
    private final Callers callers;
    private final Optional<Endpoint> cluster;
    private final Sessions sessions;

    /// @param cluster the API of the embedded cluster, if there is one
    /// @param names of sessions, which nobody can guess
    public PageDoor(
            Questions questions,
            Callers callers,
            Optional<Endpoint> cluster,
            Supplier<String> names) {
        sessions = new Sessions(names);
        this.questions = questions;
        this.callers = callers;
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
        if (!OURSELVES.contains(host.replaceFirst(":[0-9]*$", ""))) {
            return Questions.refused(
                    MISDIRECTED, "this is 127.0.0.1, not \"%s\": use that name".formatted(host));
        }
        boolean reading = call.method().equals("GET") || call.method().equals("HEAD");
        String origin = call.header("Origin").orElse("");
        if (!reading && !origin.isEmpty() && !origin.equals("http://" + host)) {
            return Questions.refused(
                    FORBIDDEN, "\"%s\" may not change anything here".formatted(origin));
        }
        String path = call.path();
        if (path.equals("/login")) {
            return login(call);
        }
        if (path.equals("/logout")) {
            return logout(call);
        }
        if (path.startsWith(Questions.ROOT)) {
            ServerRequest proven = proven(call);
            Optional<Sight> sight = callers.sight(proven);
            return sight.isEmpty() ? unknown() : questions.answer(proven, sight.get());
        }
        if (path.startsWith(CLUSTER) && cluster.isPresent()) {
            ServerRequest proven = proven(call);
            return callers.sight(proven).isEmpty()
                    ? unknown()
                    : cluster.get().answer(proven.below("/k8s"));
        }
        if (!reading) {
            return Questions.refused(
                    NO_SUCH_METHOD, "%s is not for %s".formatted(path, call.method()));
        }
        Optional<String> token = call.query().first("token");
        if (token.isPresent()) {
            return entered(call, token.get());
        }
        return page(path);
    }

    private static ServerResponse unknown() {
        return Questions.refused(
                UNAUTHORIZED, "show who you are: with a token, or on the page's form");
    }

    /// The token leaves the address at once, so that it is in no history and no picture. A wrong
    /// one changes nothing, lest other sites sign people out.
    private ServerResponse entered(ServerRequest call, String token) throws InterruptedException {
        Map<String, String> headers = new HashMap<>(Map.of("Location", local(call.path())));
        if (known(call, token)) {
            headers.put("Set-Cookie", cookie(call, sessions.begin(token), ""));
        }
        return new ServerResponse(SEE_OTHER, headers, EMPTY);
    }

    private boolean known(ServerRequest call, String token) throws InterruptedException {
        return !token.isEmpty()
                && callers.sight(call.with(call.headers().with("Authorization", "Bearer " + token)))
                        .isPresent();
    }

    /// An address of this site, whatever the path looks like.
    private static String local(String path) {
        String encoded = URLEncoder.encode(path, UTF_8).replace("%2F", "/").replace("+", "%20");
        return "/" + encoded.replaceFirst("^/+", "");
    }

    private ServerResponse login(ServerRequest call) throws InterruptedException {
        if (!call.method().equals("POST")) {
            return Questions.refused(NO_SUCH_METHOD, "sign in with POST");
        }
        String token = new String(call.body(), UTF_8).strip();
        return known(call, token)
                ? new ServerResponse(
                        NO_CONTENT,
                        Map.of("Set-Cookie", cookie(call, sessions.begin(token), "")),
                        EMPTY)
                : Questions.refused(UNAUTHORIZED, "that token is not known here");
    }

    private ServerResponse logout(ServerRequest call) {
        if (!call.method().equals("POST")) {
            return Questions.refused(NO_SUCH_METHOD, "sign out with POST");
        }
        session(call).ifPresent(sessions::end);
        return new ServerResponse(
                NO_CONTENT, Map.of("Set-Cookie", cookie(call, "", "; Max-Age=0")), EMPTY);
    }

    private static String cookie(ServerRequest call, String session, String more) {
        return "%s=%s; Path=/; HttpOnly; SameSite=Strict%s"
                .formatted(cookieName(call), session, more);
    }

    /// Each port has its own, since browsers tell only machines apart.
    private static String cookieName(ServerRequest call) {
        String host = call.header("Host").orElse("");
        return COOKIE + host.substring(host.lastIndexOf(':') + 1).replaceAll("[^0-9]", "");
    }

    /// The request with its token where servers look for it.
    private ServerRequest proven(ServerRequest call) {
        if (call.header("Authorization").isPresent()) {
            return call;
        }
        return session(call)
                .flatMap(sessions::token)
                .map(token -> call.with(call.headers().with("Authorization", "Bearer " + token)))
                .orElse(call);
    }

    private static Optional<String> session(ServerRequest call) {
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

    /// A file, or for every view of the page the page itself.
    private static ServerResponse page(String path) {
        boolean known = FILES.containsKey(path);
        // What is no view the page says itself; files are at the top and have a dot.
        boolean view = !(path + "/").split("/", 3)[1].contains(".");
        if (!known && !view) {
            return ServerResponse.notFound();
        }
        String file = known ? path : "/index.html";
        String type = FILES.getOrDefault(file, "text/plain");
        try (InputStream in = PageDoor.class.getResourceAsStream("page" + file)) {
            return in == null
                    ? ServerResponse.problem(
                            ServerResponse.NOT_FOUND,
                            "the page is not in this build: run npm install --no-save && npm run"
                                    + " build in dashboard/page")
                    : ServerResponse.of(ServerResponse.OK, type, in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
