package dev.berth.config.policy;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The predicates there are, in the order in which nodes are shown to them.
public enum KnownPredicate {
    CHECK_NODE_UNSCHEDULABLE("CheckNodeUnschedulable", Rank.MANDATORY, Part.UNSCHEDULABLE),
    GENERAL_PREDICATES(
            "GeneralPredicates", Rank.USUAL, Part.FIT, Part.NAME, Part.PORTS, Part.NODE_AFFINITY),
    HOST_NAME("HostName", Rank.OTHER, Part.NAME),
    POD_FITS_HOST_PORTS("PodFitsHostPorts", Rank.OTHER, Part.PORTS),
    MATCH_NODE_SELECTOR("MatchNodeSelector", Rank.OTHER, Part.NODE_AFFINITY),
    POD_FITS_RESOURCES("PodFitsResources", Rank.OTHER, Part.FIT),
    NO_DISK_CONFLICT("NoDiskConflict", Rank.USUAL, Part.DISKS),
    POD_TOLERATES_NODE_TAINTS("PodToleratesNodeTaints", Rank.MANDATORY, Part.TAINTS),
    CHECK_NODE_LABEL_PRESENCE("CheckNodeLabelPresence", Rank.OTHER, Part.NODE_LABEL),
    CHECK_SERVICE_AFFINITY("CheckServiceAffinity", Rank.OTHER, Part.SERVICE_AFFINITY),
    MAX_EBS_VOLUME_COUNT("MaxEBSVolumeCount", Rank.USUAL, Part.EBS_LIMITS),
    MAX_GCE_PD_VOLUME_COUNT("MaxGCEPDVolumeCount", Rank.USUAL, Part.GCE_LIMITS),
    MAX_CSI_VOLUME_COUNT("MaxCSIVolumeCountPred", Rank.USUAL, Part.VOLUME_LIMITS),
    MAX_AZURE_DISK_VOLUME_COUNT("MaxAzureDiskVolumeCount", Rank.USUAL, Part.AZURE_LIMITS),
    MAX_CINDER_VOLUME_COUNT("MaxCinderVolumeCount", Rank.OTHER, Part.CINDER_LIMITS),
    CHECK_VOLUME_BINDING("CheckVolumeBinding", Rank.USUAL, Part.VOLUME_BINDING),
    NO_VOLUME_ZONE_CONFLICT("NoVolumeZoneConflict", Rank.USUAL, Part.VOLUME_ZONE),
    EVEN_PODS_SPREAD("EvenPodsSpread", Rank.USUAL, Part.SPREAD),
    MATCH_INTER_POD_AFFINITY("MatchInterPodAffinity", Rank.USUAL, Part.POD_AFFINITY);

    /// When a Policy has it.
    private enum Rank {
        /// Whatever the Policy says.
        MANDATORY,
        /// When it names no predicates.
        USUAL,
        /// When it names this one.
        OTHER
    }

    private final String label;
    private final Rank rank;
    private final List<Part> parts;

    KnownPredicate(String label, Rank rank, Part... parts) {
        this.label = label;
        this.rank = rank;
        this.parts = List.of(parts);
    }

    /// The predicate of a name, old names included.
    public static Optional<KnownPredicate> named(String name) {
        String label = name.equals("PodFitsPorts") ? POD_FITS_HOST_PORTS.label : name;
        return Stream.of(values()).filter(each -> each.label.equals(label)).findFirst();
    }

    /// The predicate of an argument, whatever name it goes by.
    static KnownPredicate taking(Policy.PredicateArgument argument) {
        return argument.serviceAffinity().isPresent()
                ? CHECK_SERVICE_AFFINITY
                : CHECK_NODE_LABEL_PRESENCE;
    }

    public String label() {
        return label;
    }

    /// Whether it checks nothing without an argument.
    boolean hasArgument() {
        return this == CHECK_NODE_LABEL_PRESENCE || this == CHECK_SERVICE_AFFINITY;
    }

    boolean isMandatory() {
        return rank == Rank.MANDATORY;
    }

    boolean isUsual() {
        return rank != Rank.OTHER;
    }

    List<Part> parts() {
        return parts;
    }
}
