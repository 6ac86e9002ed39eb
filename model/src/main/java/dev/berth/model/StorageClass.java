package dev.berth.model;

import java.util.List;
import java.util.Optional;

/// A StorageClass.
///
/// @param bindingMode whether claims are bound immediately or when a pod uses them
/// @param allowedTopologies the terms of which a node must match one for provisioning; empty for
///   all nodes
public record StorageClass(
        Meta meta,
        String provisioner,
        Optional<String> bindingMode,
        List<NodeSelectorTerm> allowedTopologies)
        implements KubeObject {
    public static final String WAIT_FOR_FIRST_CONSUMER = "WaitForFirstConsumer";
    public static final String NO_PROVISIONER = "kubernetes.io/no-provisioner";

    /// The beta annotation for the class of claims and volumes, which precedes the field in the
    /// spec.
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
