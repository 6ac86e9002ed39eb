package dev.berth.config.policy;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The predicates, in the order of their evaluation.
public enum KnownPredicate {
    CHECK_NODE_UNSCHEDULABLE("CheckNodeUnschedulable", Rank.MANDATORY, PolicyRole.UNSCHEDULABLE),
    GENERAL_PREDICATES(
            "GeneralPredicates",
            Rank.DEFAULTS,
            PolicyRole.FIT,
            PolicyRole.NAME,
            PolicyRole.PORTS,
            PolicyRole.NODE_AFFINITY),
    HOST_NAME("HostName", Rank.OTHER, PolicyRole.NAME),
    POD_FITS_HOST_PORTS("PodFitsHostPorts", Rank.OTHER, PolicyRole.PORTS),
    MATCH_NODE_SELECTOR("MatchNodeSelector", Rank.OTHER, PolicyRole.NODE_AFFINITY),
    POD_FITS_RESOURCES("PodFitsResources", Rank.OTHER, PolicyRole.FIT),
    NO_DISK_CONFLICT("NoDiskConflict", Rank.DEFAULTS, PolicyRole.DISKS),
    POD_TOLERATES_NODE_TAINTS("PodToleratesNodeTaints", Rank.MANDATORY, PolicyRole.TAINTS),
    CHECK_NODE_LABEL_PRESENCE("CheckNodeLabelPresence", Rank.OTHER, PolicyRole.NODE_LABEL),
    CHECK_SERVICE_AFFINITY("CheckServiceAffinity", Rank.OTHER, PolicyRole.SERVICE_AFFINITY),
    MAX_EBS_VOLUME_COUNT("MaxEBSVolumeCount", Rank.DEFAULTS, PolicyRole.EBS_LIMITS),
    MAX_GCE_PD_VOLUME_COUNT("MaxGCEPDVolumeCount", Rank.DEFAULTS, PolicyRole.GCE_LIMITS),
    MAX_CSI_VOLUME_COUNT("MaxCSIVolumeCountPred", Rank.DEFAULTS, PolicyRole.VOLUME_LIMITS),
    MAX_AZURE_DISK_VOLUME_COUNT("MaxAzureDiskVolumeCount", Rank.DEFAULTS, PolicyRole.AZURE_LIMITS),
    MAX_CINDER_VOLUME_COUNT("MaxCinderVolumeCount", Rank.OTHER, PolicyRole.CINDER_LIMITS),
    CHECK_VOLUME_BINDING("CheckVolumeBinding", Rank.DEFAULTS, PolicyRole.VOLUME_BINDING),
    NO_VOLUME_ZONE_CONFLICT("NoVolumeZoneConflict", Rank.DEFAULTS, PolicyRole.VOLUME_ZONE),
    EVEN_PODS_SPREAD("EvenPodsSpread", Rank.DEFAULTS, PolicyRole.SPREAD),
    MATCH_INTER_POD_AFFINITY("MatchInterPodAffinity", Rank.DEFAULTS, PolicyRole.POD_AFFINITY);

    /// When a Policy has a predicate.
    private enum Rank {
        /// Always.
        MANDATORY,
        /// If the Policy lists no predicates.
        DEFAULTS,
        /// If the Policy lists the predicate.
        OTHER
    }

    private final String label;
    private final Rank rank;
    private final List<PolicyRole> parts;

    KnownPredicate(String label, Rank rank, PolicyRole... parts) {
        this.label = label;
        this.rank = rank;
        this.parts = List.of(parts);
    }

    /// The predicate with a name, including old names.
    public static Optional<KnownPredicate> named(String name) {
        String label = name.equals("PodFitsPorts") ? POD_FITS_HOST_PORTS.label : name;
        return Stream.of(values()).filter(each -> each.label.equals(label)).findFirst();
    }

    /// The predicate with this argument, regardless of its name.
    static KnownPredicate taking(Policy.PredicateArgument argument) {
        return argument.serviceAffinity().isPresent()
                ? CHECK_SERVICE_AFFINITY
                : CHECK_NODE_LABEL_PRESENCE;
    }

    public String label() {
        return label;
    }

    /// Whether the predicate checks nothing without an argument.
    boolean hasArgument() {
        return this == CHECK_NODE_LABEL_PRESENCE || this == CHECK_SERVICE_AFFINITY;
    }

    boolean isMandatory() {
        return rank == Rank.MANDATORY;
    }

    boolean isDefault() {
        return rank != Rank.OTHER;
    }

    List<PolicyRole> parts() {
        return parts;
    }
}
