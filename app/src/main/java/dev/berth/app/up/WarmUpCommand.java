package dev.berth.app.up;

import dev.berth.app.embedded.EmbeddedCluster;
import dev.berth.app.embedded.Engines;
import dev.berth.app.workload.WorkloadCreation;
import dev.berth.config.ConfigurationReader;
import dev.berth.config.FeatureGates;
import dev.berth.config.PluginRegistry;
import dev.berth.engine.port.Log;
import dev.berth.sim.workload.GeneratedWorkloads;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;

/// `berth __rehearse`: runs frequent commands once, so that the launcher can record the classes
/// they load and start faster the next time.
@Command(name = "__rehearse", hidden = true)
public final class WarmUpCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        CommandLine berth = spec.root().commandLine();
        int code = berth.execute("up", "--nodes", "100", "--pods", "2000", "--until-idle");
        var defaultValue =
                new ConfigurationReader(PluginRegistry.inTree(), FeatureGates.DEFAULT).defaults();
        try (var cluster =
                        EmbeddedCluster.builder()
                                .scheduler(Engines.of(defaultValue))
                                .filledBy(it ->
                                        WorkloadCreation.fill(
                                                it,
                                                GeneratedWorkloads.mixed(1, 3, 0),
                                                Map.of(),
                                                Log.NONE))
                                .start();
                var kubeconfig = KubeconfigFile.write("", cluster.api().kubeconfig())) {
            String file = kubeconfig.file().toString();
            return Math.max(
                    code,
                    Math.max(
                            berth.execute("queue", "--kubeconfig", file),
                            berth.execute("explain", "node", "node-1", "--kubeconfig", file)));
        }
    }
}
