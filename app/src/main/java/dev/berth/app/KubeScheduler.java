package dev.berth.app;

/// Where the program starts that takes kube-scheduler's place under its name.
public final class KubeScheduler {
    private KubeScheduler() {}

    public static void main(String[] args) {
        System.exit(Main.ofProcess().runAsKubeScheduler(args));
    }
}
