package dev.berth.apiserver;

import java.nio.file.Files;
import java.nio.file.Path;

/// A cluster with an API to try things on: the port, and where the kubeconfig goes.
final class ByHand {
    private ByHand() {}

    public static void main(String[] arguments) throws Exception {
        var cluster = new LiveCluster(Integer.parseInt(arguments[0]));
        Files.writeString(Path.of(arguments[1]), cluster.server().kubeconfig());
        System.out.println(cluster.server().url());
        Thread.currentThread().join();
    }
}
