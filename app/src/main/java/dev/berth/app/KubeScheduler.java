package dev.berth.app;

/// The entry point of the program that replaces kube-scheduler under its name.
public final class KubeScheduler {
    private KubeScheduler() {}

    public static void main(String[] args) {
        System.exit(Main.ofProcess().runAsKubeScheduler(args));
    }
}
