package dev.berth.model;

import java.util.List;
import java.util.Optional;

/// How volumes of one class come about.
///
/// @param bindingMode when claims are bound: at once, or when a pod needs them
/// @param allowedTopologies alternatives of which a node must meet one to get a volume; none means
///   any node
public record StorageClass(
        Meta meta,
        String provisioner,
        Optional<String> bindingMode,
        List<NodeSelectorTerm> allowedTopologies)
        implements KubeObject {
    public static final String WAIT_FOR_FIRST_CONSUMER = "WaitForFirstConsumer";
    public static final String NO_PROVISIONER = "kubernetes.io/no-provisioner";

    /// Where claims and volumes named their class before there was a field for it.
    public static final String ANNOTATION = "volume.beta.kubernetes.io/storage-class";

    public StorageClass {
        allowedTopologies = List.copyOf(allowedTopologies);
    }

    @Override
    public Kind kind() {
        return Kind.STORAGE_CLASS;
    }

    public boolean waits() {
        return bindingMode.equals(Optional.of(WAIT_FOR_FIRST_CONSUMER));
    }
}
