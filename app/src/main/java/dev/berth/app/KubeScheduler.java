package dev.berth.app;

/// Where the program starts that takes kube-scheduler's place under its name.
public final class KubeScheduler {
    static final String NAME = "kube-scheduler";

    private KubeScheduler() {}

    public static void main(String[] args) {
        System.exit(Main.ofProcess().runAsKubeScheduler(args));
    }
}
