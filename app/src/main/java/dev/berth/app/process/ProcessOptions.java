package dev.berth.app.process;

import dev.berth.config.Configuration;
import dev.berth.observe.metrics.MetricOptions;
import dev.berth.serving.ServingOptions;
import dev.berth.serving.auth.AuthenticationOptions;
import dev.berth.serving.auth.AuthorizationOptions;

import java.time.Duration;
import java.util.Map;

/// What a scheduler process is started with.
///
/// @param master another address of the API server than the kubeconfig's; empty for that
/// @param maxParked how long a pod may be parked before it is tried again without any event
/// @param flags as `/flagz` shows them
/// @param environment of the process
public record ProcessOptions(
        Configuration configuration,
        String master,
        Duration maxParked,
        ServingOptions serving,
        AuthenticationOptions authentication,
        AuthorizationOptions authorization,
        MetricOptions metrics,
        Map<String, String> flags,
        Map<String, String> environment) {}
