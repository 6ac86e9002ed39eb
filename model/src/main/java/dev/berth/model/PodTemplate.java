package dev.berth.model;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Optional;

/// The part of a pod's spec that pods of one workload share and that verdicts and scores depend on.
///
/// Decoders hash-cons templates, so that the pods of a workload carry one instance: equality is
/// then one comparison of references and the requests are computed once.
public final class PodTemplate {
    private final Parts parts;
    private final int hash;
    private final List<HostPort> hostPorts;
    private @Nullable PodRequests requests;

    public PodTemplate(Parts parts) {
        this.parts = parts;
        this.hash = parts.hashCode();
        this.hostPorts = HostPort.of(parts);
    }

    /// The values a template is made of.
    ///
    /// @param resources requests of the pod as a whole
    /// @param nodeSelector absent and empty differ
    /// @param imageVolumes references of volumes that are images
    public record Parts(
            List<Container> containers,
            List<Container> initContainers,
            ResourceList overhead,
            ResourceList resources,
            Optional<Labels> nodeSelector,
            Affinity affinity,
            List<Toleration> tolerations,
            List<SpreadConstraint> spread,
            List<String> imageVolumes,
            List<PodClaim> claims,
            boolean hostNetwork,
            Optional<Boolean> hostUsers) {
        public Parts {
            containers = List.copyOf(containers);
            initContainers = List.copyOf(initContainers);
            tolerations = List.copyOf(tolerations);
            spread = List.copyOf(spread);
            imageVolumes = List.copyOf(imageVolumes);
            claims = List.copyOf(claims);
        }

        /// Parts that say nothing of the host's users.
        public Parts(
                List<Container> containers,
                List<Container> initContainers,
                ResourceList overhead,
                ResourceList resources,
                Optional<Labels> nodeSelector,
                Affinity affinity,
                List<Toleration> tolerations,
                List<SpreadConstraint> spread,
                List<String> imageVolumes,
                List<PodClaim> claims,
                boolean hostNetwork) {
            this(
                    containers,
                    initContainers,
                    overhead,
                    resources,
                    nodeSelector,
                    affinity,
                    tolerations,
                    spread,
                    imageVolumes,
                    claims,
                    hostNetwork,
                    Optional.empty());
        }
    }

    public Parts parts() {
        return parts;
    }

    public List<Container> containers() {
        return parts.containers();
    }

    public List<Container> initContainers() {
        return parts.initContainers();
    }

    public List<Toleration> tolerations() {
        return parts.tolerations();
    }

    public Affinity affinity() {
        return parts.affinity();
    }

    /// The ports of the host that sidecars and containers open, in that order.
    public List<HostPort> hostPorts() {
        return hostPorts;
    }

    /// Requests by the spec alone, without what the status says of a resize.
    public PodRequests requests() {
        // Computed at most a few times: the value is immutable, so a race only repeats the work.
        PodRequests known = requests;
        if (known == null) {
            known = PodRequests.of(this, PodStatus.NONE);
            requests = known;
        }
        return known;
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof PodTemplate that
                        && hash == that.hash
                        && parts.equals(that.parts));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return parts.toString();
    }
}
