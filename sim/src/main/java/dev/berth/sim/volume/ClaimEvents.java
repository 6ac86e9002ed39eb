package dev.berth.sim.volume;

import dev.berth.controlplane.store.EventLog;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.spi.EventRecord;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The events of persistent volume claims, with the texts of Kubernetes' volume controller and of
/// the external provisioner. Each event is recorded once for a claim. No events are recorded before
/// [#into].
final class ClaimEvents {
    private Optional<EventLog> controller = Optional.empty();
    private Optional<EventLog> provisioner = Optional.empty();
    private final Map<String, Set<String>> delivered = new HashMap<>();

    /// Starts to record events.
    ///
    /// @param controller the events of the volume controller
    /// @param provisioner the events of the external provisioner
    void into(EventLog controller, EventLog provisioner) {
        this.controller = Optional.of(controller);
        this.provisioner = Optional.of(provisioner);
    }

    void forget(PersistentVolumeClaim claim) {
        delivered.remove(claim.meta().uid());
    }

    void waits(PersistentVolumeClaim claim) {
        report(
                controller,
                claim,
                false,
                "WaitForFirstConsumer",
                "waiting for first consumer to be created before binding");
    }

    void findsNone(PersistentVolumeClaim claim) {
        report(
                controller,
                claim,
                false,
                "FailedBinding",
                "no persistent volumes available for this claim and no storage class is set");
    }

    void lacksClass(PersistentVolumeClaim claim) {
        report(
                controller,
                claim,
                true,
                "ProvisioningFailed",
                "storageclass.storage.k8s.io \"" + claim.storageClass() + "\" not found");
    }

    void lacksProvisioner(PersistentVolumeClaim claim, String name) {
        report(
                controller,
                claim,
                true,
                "ProvisioningFailed",
                "no volume plugin matched name: " + name);
    }

    void begins(PersistentVolumeClaim claim, String driver) {
        report(
                controller,
                claim,
                false,
                "ExternalProvisioning",
                "Waiting for a volume to be created either by the external provisioner '"
                        + driver
                        + "' or manually by the system administrator. If volume creation is"
                        + " delayed, please verify that the provisioner is running and correctly"
                        + " registered.");
        report(
                provisioner,
                claim,
                false,
                "Provisioning",
                "External provisioner is provisioning volume for claim \"" + claim.key() + "\"");
    }

    void succeeds(PersistentVolumeClaim claim, String volume) {
        report(
                provisioner,
                claim,
                false,
                "ProvisioningSucceeded",
                "Successfully provisioned volume " + volume);
    }

    /// Recorded for every failure.
    void fails(PersistentVolumeClaim claim, String why) {
        write(
                provisioner,
                claim,
                true,
                "ProvisioningFailed",
                "failed to provision volume with StorageClass \""
                        + claim.storageClass()
                        + "\": "
                        + why);
    }

    void loses(PersistentVolumeClaim claim, boolean taken) {
        report(
                controller,
                claim,
                true,
                taken ? "ClaimMisbound" : "ClaimLost",
                taken
                        ? "Two claims are bound to the same volume, this one is bound incorrectly"
                        : "Bound claim has lost its PersistentVolume. Data on the volume is lost!");
    }

    private void report(
            Optional<EventLog> log,
            PersistentVolumeClaim claim,
            boolean warning,
            String reason,
            String text) {
        if (log.isPresent()
                && delivered
                        .computeIfAbsent(claim.meta().uid(), _ -> new HashSet<>())
                        .add(reason + text)) {
            write(log, claim, warning, reason, text);
        }
    }

    private static void write(
            Optional<EventLog> log,
            PersistentVolumeClaim claim,
            boolean warning,
            String reason,
            String text) {
        log.ifPresent(it -> it.record(List.of(new EventRecord(claim, warning, reason, "", text))));
    }
}
