package dev.berth.model;

/// The labels of nodes that Kubernetes itself sets or interprets.
public final class WellKnownLabels {
    public static final String HOSTNAME = "kubernetes.io/hostname";
    public static final String ZONE = "topology.kubernetes.io/zone";
    public static final String REGION = "topology.kubernetes.io/region";

    /// The name of [#ZONE] before Kubernetes 1.17, which volumes and old nodes still have.
    public static final String BETA_ZONE = "failure-domain.beta.kubernetes.io/zone";

    /// The name of [#REGION] before Kubernetes 1.17.
    public static final String BETA_REGION = "failure-domain.beta.kubernetes.io/region";

    private WellKnownLabels() {}
}
