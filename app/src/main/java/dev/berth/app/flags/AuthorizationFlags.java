package dev.berth.app.flags;

import dev.berth.app.pflag.Flag;
import dev.berth.app.pflag.FlagValues;
import dev.berth.app.pflag.GoLists;
import dev.berth.app.pflag.GoTypes;
import dev.berth.serving.auth.AuthorizationOptions;

import java.time.Duration;
import java.util.List;

/// The flags for the authorization of clients.
public final class AuthorizationFlags {
    private static final String GROUP = "authorization";

    private static final Flag<String> KUBECONFIG =
            new Flag<>(
                    GROUP,
                    "authorization-kubeconfig",
                    GoTypes.STRING,
                    "",
                    "kubeconfig of the API server that authorizes requests; without it, only the"
                            + " paths that are always allowed can be read");
    private static final Flag<List<String>> PATHS =
            new Flag<>(
                    GROUP,
                    "authorization-always-allow-paths",
                    GoLists.STRINGS,
                    AuthorizationOptions.DEFAULT.alwaysAllowPaths(),
                    "paths that every client may read; /a/* matches all paths below /a/");
    private static final Flag<Duration> AUTHORIZED =
            new Flag<>(
                    GROUP,
                    "authorization-webhook-cache-authorized-ttl",
                    GoTypes.DURATION,
                    AuthorizationOptions.DEFAULT.authorizedTtl(),
                    "time for which a positive authorization is cached");
    private static final Flag<Duration> UNAUTHORIZED =
            new Flag<>(
                    GROUP,
                    "authorization-webhook-cache-unauthorized-ttl",
                    GoTypes.DURATION,
                    AuthorizationOptions.DEFAULT.unauthorizedTtl(),
                    "time for which a negative authorization is cached");

    static final List<Flag<?>> ALL = List.of(KUBECONFIG, PATHS, AUTHORIZED, UNAUTHORIZED);

    private AuthorizationFlags() {}

    public static AuthorizationOptions options(FlagValues values) {
        return new AuthorizationOptions(
                values.get(KUBECONFIG),
                values.get(PATHS),
                values.get(AUTHORIZED),
                values.get(UNAUTHORIZED));
    }
}
