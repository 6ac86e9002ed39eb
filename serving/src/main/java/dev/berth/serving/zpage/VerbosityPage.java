package dev.berth.serving.zpage;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.model.GoQuoted;
import dev.berth.serving.http.Router;
import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.http.ServerResponse;

import java.util.function.IntConsumer;

/// `/debug/flags/v`: changes the log verbosity at run time.
public final class VerbosityPage {
    private static final String INDEX =
            """
            <html>
            <head>
            <title>/debug/flags/</title>
            </head>
            <body>
            /debug/flags/<br>
            <br>
            flags:<br>
            <table>
            <tr>v<br>
            </table>
            <br>
            full flags configurable<br>
            </body>
            </html>
            """;

    private final IntConsumer verbosity;

    private VerbosityPage(IntConsumer verbosity) {
        this.verbosity = verbosity;
    }

    public static void install(Router paths, IntConsumer verbosity) {
        ServerResponse index =
                ServerResponse.of(ServerResponse.OK, "text/html; charset=utf-8", INDEX);
        paths.putUnlisted("/debug/flags", _ -> index)
                .putBelow("/debug/flags/", _ -> index)
                .putUnlisted("/debug/flags/v", new VerbosityPage(verbosity)::answer);
    }

    private ServerResponse answer(ServerRequest call) {
        return call.method().equals("PUT")
                ? set(new String(call.body(), UTF_8))
                : plain(ServerResponse.NOT_ACCEPTABLE, "unsupported http method");
    }

    private ServerResponse set(String text) {
        long level;
        try {
            level = text.matches("[0-9]+") ? Long.parseLong(text) : -1;
        } catch (NumberFormatException e) {
            level = Long.MAX_VALUE;
        }
        if (level < 0) {
            return refused("strconv.ParseUint", text, "invalid syntax");
        }
        if (level > 0xffff_ffffL) {
            return refused("strconv.ParseUint", text, "value out of range");
        }
        if (level > Integer.MAX_VALUE) {
            return plain(
                    ServerResponse.BAD_REQUEST,
                    "failed set klog.logging.verbosity %s: strconv.ParseInt: parsing %s: value out of range"
                            .formatted(text, GoQuoted.of(text)));
        }
        verbosity.accept((int) level);
        return plain(ServerResponse.OK, "successfully set klog.logging.verbosity to " + text);
    }

    private static ServerResponse refused(String parser, String text, String why) {
        return plain(
                ServerResponse.BAD_REQUEST,
                "%s: parsing %s: %s".formatted(parser, GoQuoted.of(text), why));
    }

    private static ServerResponse plain(int status, String text) {
        return ServerResponse.of(status, "text/plain", text + "\n").unsniffed();
    }
}
