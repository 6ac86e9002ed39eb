package dev.berth.model;

/// The Kubernetes release whose behavior Berth has: that of kube-scheduler, and that of
/// kube-apiserver in the embedded cluster.
public final class KubernetesVersion {
    public static final int MAJOR = 1;
    public static final int MINOR = 37;

    /// With a `v` in front, as the release is tagged.
    public static final String RELEASE = "v" + MAJOR + "." + MINOR + ".1";

    private KubernetesVersion() {}
}
