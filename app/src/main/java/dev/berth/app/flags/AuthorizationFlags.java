package dev.berth.app.flags;

import dev.berth.app.pflag.Flag;
import dev.berth.app.pflag.FlagValues;
import dev.berth.app.pflag.GoLists;
import dev.berth.app.pflag.GoTypes;
import dev.berth.serving.auth.AuthorizationOptions;

import java.time.Duration;
import java.util.List;

/// What clients of the endpoint may do.
public final class AuthorizationFlags {
    private static final String GROUP = "authorization";

    private static final Flag<String> KUBECONFIG =
            new Flag<>(
                    GROUP,
                    "authorization-kubeconfig",
                    GoTypes.STRING,
                    "",
                    "how to reach the API server that says who may do what; without one all is"
                            + " forbidden that is not always allowed");
    private static final Flag<List<String>> PATHS =
            new Flag<>(
                    GROUP,
                    "authorization-always-allow-paths",
                    GoLists.STRINGS,
                    AuthorizationOptions.DEFAULT.alwaysAllowPaths(),
                    "paths that everybody may read; /a/* stands for all below");
    private static final Flag<Duration> AUTHORIZED =
            new Flag<>(
                    GROUP,
                    "authorization-webhook-cache-authorized-ttl",
                    GoTypes.DURATION,
                    AuthorizationOptions.DEFAULT.authorizedTtl(),
                    "how long a yes of the API server is remembered");
    private static final Flag<Duration> UNAUTHORIZED =
            new Flag<>(
                    GROUP,
                    "authorization-webhook-cache-unauthorized-ttl",
                    GoTypes.DURATION,
                    AuthorizationOptions.DEFAULT.unauthorizedTtl(),
                    "how long a no of the API server is remembered");

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
