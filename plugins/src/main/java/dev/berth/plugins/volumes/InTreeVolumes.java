package dev.berth.plugins.volumes;

import java.util.Optional;

/// The in-tree volume types that are migrated to CSI drivers.
enum InTreeVolumes {
    AWS_EBS(
            "awsElasticBlockStore",
            "kubernetes.io/aws-ebs",
            "ebs.csi.aws.com",
            "topology.ebs.csi.aws.com/zone",
            true),
    GCE_PD(
            "gcePersistentDisk",
            "kubernetes.io/gce-pd",
            "pd.csi.storage.gke.io",
            "topology.gke.io/zone",
            true),
    CINDER(
            "cinder",
            "kubernetes.io/cinder",
            "cinder.csi.openstack.org",
            "topology.cinder.csi.openstack.org/zone",
            true),
    AZURE_DISK("azureDisk", "kubernetes.io/azure-disk", "disk.csi.azure.com", "", true),
    PORTWORX("portworxVolume", "kubernetes.io/portworx-volume", "pxd.portworx.com", "", true),
    AZURE_FILE("azureFile", "kubernetes.io/azure-file", "file.csi.azure.com", "", false),
    VSPHERE("vsphereVolume", "kubernetes.io/vsphere-volume", "csi.vsphere.vmware.com", "", false);

    private final String source;
    private final String plugin;
    private final String driver;
    private final String zoneKey;
    private final boolean migrated;

    InTreeVolumes(String source, String plugin, String driver, String zoneKey, boolean migrated) {
        this.source = source;
        this.plugin = plugin;
        this.driver = driver;
        this.zoneKey = zoneKey;
        this.migrated = migrated;
    }

    /// The type for the field name of a volume source.
    static Optional<InTreeVolumes> ofSource(String source) {
        for (InTreeVolumes kind : values()) {
            if (kind.source.equals(source)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    /// The type for the name of its plugin, which is the provisioner of storage classes.
    static Optional<InTreeVolumes> ofPlugin(String plugin) {
        for (InTreeVolumes kind : values()) {
            if (kind.plugin.equals(plugin)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    String source() {
        return source;
    }

    String plugin() {
        return plugin;
    }

    /// The CSI driver of the migration.
    String driver() {
        return driver;
    }

    /// The topology key of the driver for zones, if node affinity is translated; else empty.
    String zoneKey() {
        return zoneKey;
    }

    /// Whether the scheduler treats volumes of this type as CSI volumes.
    boolean migrated() {
        return migrated;
    }
}
