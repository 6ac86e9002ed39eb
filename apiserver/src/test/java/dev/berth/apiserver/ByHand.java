package dev.berth.apiserver;

import java.nio.file.Files;
import java.nio.file.Path;

/// Starts a cluster with an API for manual tests. The arguments are the port and the file for the
/// kubeconfig.
final class ByHand {
    private ByHand() {}

    public static void main(String[] arguments) throws Exception {
        var cluster = new LiveCluster(Integer.parseInt(arguments[0]));
        Files.writeString(Path.of(arguments[1]), cluster.server().kubeconfig());
        System.out.println(cluster.server().url());
        Thread.currentThread().join();
    }
}
