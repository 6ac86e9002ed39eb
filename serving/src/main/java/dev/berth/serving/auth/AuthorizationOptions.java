package dev.berth.serving.auth;

import java.time.Duration;
import java.util.List;

/// The authorization flags; absent values are empty.
///
/// @param kubeconfig the kubeconfig of the API server that decides
/// @param alwaysAllowPaths the paths that all users can access; `/healthz/*` includes all paths
///   below
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
