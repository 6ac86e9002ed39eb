package dev.berth.app;

import dev.berth.config.Configuration;
import dev.berth.serving.ServingOptions;
import dev.berth.serving.auth.AuthenticationOptions;
import dev.berth.serving.auth.AuthorizationOptions;

import java.time.Duration;
import java.util.Map;

/// Everything a scheduler is started with, checked.
///
/// @param configuration what the file says, changed by flags where these count more
/// @param master the address of the API server, whatever a kubeconfig says; empty if not given
/// @param maxUnschedulable after which a pod is tried again whatever happens
/// @param flags all of them, as text by name
record RunOptions(
        Configuration configuration,
        String master,
        ServingOptions serving,
        AuthenticationOptions authentication,
        AuthorizationOptions authorization,
        LoggingOptions logging,
        MetricsOptions metrics,
        Duration maxUnschedulable,
        Map<String, String> flags) {
    RunOptions {
        flags = Map.copyOf(flags);
    }
}
