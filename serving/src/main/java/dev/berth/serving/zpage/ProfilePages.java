package dev.berth.serving.zpage;

import dev.berth.serving.http.Endpoint;
import dev.berth.serving.http.Router;
import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.http.ServerResponse;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/// `/debug/pprof`: profiles of the JVM under the paths of a Go program. The formats are the JVM's:
/// threads and histograms are text, and a profile is a recording for JDK Mission Control or the
/// `jfr` tool.
public final class ProfilePages {
    private static final String ROOT = "/debug/pprof";
    private static final String HTML = "text/html; charset=utf-8";

    private final Map<String, Page> pages = new LinkedHashMap<>();

    private ProfilePages(JvmProfiles profiles) {
        pages.put(
                "goroutine",
                new Page(
                        "Stacks of all threads, including virtual threads",
                        _ -> ServerResponse.text(profiles.threads()).unsniffed()));
        pages.put(
                "heap",
                new Page(
                        "Number and size of the live objects of each class",
                        _ -> ServerResponse.text(profiles.histogram()).unsniffed()));
        pages.put(
                "profile",
                new Page(
                        "A flight recording of ?seconds=30, to be opened with jfr or Mission"
                                + " Control",
                        call -> recording(profiles, call)));
        pages.put(
                "cmdline",
                new Page(
                        "The command line, its arguments separated by zero bytes",
                        _ -> ServerResponse.text(profiles.commandLine()).unsniffed()));
    }

    private record Page(String description, Endpoint endpoint) {}

    public static void install(Router paths, JvmProfiles profiles) {
        var pages = new ProfilePages(profiles);
        paths.putUnlisted(
                        ROOT,
                        _ ->
                                ServerResponse.of(
                                                302,
                                                HTML,
                                                "<a href=\"%s/\">Found</a>.\n\n".formatted(ROOT))
                                        .with("Location", ROOT + "/"))
                .putBelow(
                        ROOT + "/",
                        call ->
                                call.path().equals(ROOT + "/")
                                        ? pages.index()
                                        : ServerResponse.problem(
                                                ServerResponse.NOT_FOUND, "Unknown profile"));
        pages.pages.forEach((name, page) -> paths.putUnlisted(ROOT + "/" + name, page.endpoint()));
    }

    private ServerResponse index() {
        var rows = new StringBuilder();
        pages.forEach((name, page) ->
                rows.append(
                        "<tr><td><a href='%s'>%s</a></td><td>%s</td></tr>\n"
                                .formatted(name, name, page.description())));
        return ServerResponse.of(
                        ServerResponse.OK,
                        HTML,
                        """
                        <html>
                        <head>
                        <title>/debug/pprof/</title>
                        </head>
                        <body>
                        /debug/pprof/<br>
                        <table>
                        %s</table>
                        </body>
                        </html>
                        """
                                .formatted(rows))
                .unsniffed();
    }

    private static ServerResponse recording(JvmProfiles profiles, ServerRequest call)
            throws InterruptedException {
        int seconds;
        try {
            seconds = Integer.parseInt(call.query().first("seconds").orElse(""));
        } catch (NumberFormatException e) {
            seconds = 0;
        }
        try {
            return profiles.recording(seconds)
                    .map(bytes ->
                            ServerResponse.of(ServerResponse.OK, "application/octet-stream", bytes)
                                    .with(
                                            "Content-Disposition",
                                            "attachment; filename=\"profile.jfr\"")
                                    .unsniffed())
                    .orElseGet(() ->
                            ServerResponse.problem(
                                    ServerResponse.INTERNAL_ERROR,
                                    "Could not enable CPU profiling: cpu profiling already in"
                                            + " use"));
        } catch (IOException e) {
            return ServerResponse.problem(
                    ServerResponse.INTERNAL_ERROR,
                    "Could not enable CPU profiling: " + e.getMessage());
        }
    }
}
