package dev.berth.model.device;

/// A consumer that a claim is reserved for (Kubernetes: `ResourceClaimConsumerReference`).
public record ClaimConsumer(String apiGroup, String resource, String name, String uid) {
    /// The reference to a pod.
    public static ClaimConsumer pod(String name, String uid) {
        return new ClaimConsumer("", "pods", name, uid);
    }
}
