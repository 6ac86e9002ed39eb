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
/// @param release the kube-scheduler whose behaviour is ours: `v1.36.4`
/// @param master another address of the API server than the kubeconfig's; empty for that
/// @param maxUnschedulable how long a pod may be parked before it is tried again without any event
/// @param dashboardPort where the page is served on this machine; 0 for nowhere
/// @param flags as `/flagz` shows them
/// @param environment of the process
public record ProcessOptions(
        String release,
        Configuration configuration,
        String master,
        Duration maxUnschedulable,
        ServingOptions serving,
        AuthenticationOptions authentication,
        AuthorizationOptions authorization,
        MetricOptions metrics,
        int dashboardPort,
        Map<String, String> flags,
        Map<String, String> environment) {
    /// The minor version that is emulated: `1.36`.
    String emulated() {
        return "1." + configuration.gates().version().minor();
    }
}
