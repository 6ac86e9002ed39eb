package dev.berth.serving.auth;

import java.time.Duration;
import java.util.List;

/// How to find out who may do what; what is empty is not given.
///
/// @param kubeconfig of the API server that is asked
/// @param alwaysAllowPaths what everybody may, `/healthz/*` for all below
public record AuthorizationOptions(
        String kubeconfig,
        List<String> alwaysAllowPaths,
        Duration authorizedTtl,
        Duration unauthorizedTtl) {
    public static final AuthorizationOptions DEFAULT =
            new AuthorizationOptions(
                    "",
                    List.of("/healthz", "/readyz", "/livez"),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(10));

    public AuthorizationOptions {
        alwaysAllowPaths = List.copyOf(alwaysAllowPaths);
    }
}
