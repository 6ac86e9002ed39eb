package dev.berth.app.process;

import dev.berth.app.jars.JarPlugin;
import dev.berth.config.Configuration;
import dev.berth.observe.metrics.MetricOptions;
import dev.berth.observe.tracing.TracingOptions;
import dev.berth.serving.ServingOptions;
import dev.berth.serving.auth.AuthenticationOptions;
import dev.berth.serving.auth.AuthorizationOptions;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The options of a scheduler process.
///
/// @param release the version of the kube-scheduler whose behavior Berth has: `v1.37.1`
/// @param master the address of the API server; empty for that of the kubeconfig
/// @param maxUnschedulable time after which an unschedulable pod is retried without an event
/// @param tracing empty if attempts are not traced
/// @param dashboardPort the port of the dashboard on 127.0.0.1; 0 for none
/// @param reload how the configuration is reloaded; empty if it is not
/// @param plugins the plugins that were loaded from jars and directories
/// @param flags the flags that `/flagz` shows
/// @param environment the environment variables of the process
public record ProcessOptions(
        String release,
        Configuration configuration,
        String master,
        Duration maxUnschedulable,
        ServingOptions serving,
        AuthenticationOptions authentication,
        AuthorizationOptions authorization,
        MetricOptions metrics,
        Optional<TracingOptions> tracing,
        int dashboardPort,
        Optional<ReloadOptions> reload,
        List<JarPlugin> plugins,
        Map<String, String> flags,
        Map<String, String> environment) {
    public ProcessOptions {
        plugins = List.copyOf(plugins);
    }

    /// The emulated minor version: `1.37`.
    String emulated() {
        return "1." + configuration.gates().version().minor();
    }
}
