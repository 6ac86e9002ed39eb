package dev.berth.model;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Optional;

/// The part of the pod spec that the pods of one workload share and that filters and scores depend
/// on.
///
/// Decoders intern templates, so the pods of a workload share one instance. Equality is then a
/// comparison of references, and the requests are computed once.
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

    /// The fields of a template.
    ///
    /// @param resources the pod-level requests
    /// @param nodeSelector the node selector; an absent selector differs from an empty one
    /// @param imageVolumes the references of image volumes
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

        /// Parts without `hostUsers`.
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

    /// The host ports of the sidecars and then of the containers.
    public List<HostPort> hostPorts() {
        return hostPorts;
    }

    /// The requests in the spec, without the status of an in-place resize.
    public PodRequests requests() {
        // The value is immutable, so a race only repeats the computation.
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
