package dev.berth.plugins.legacy;

import dev.berth.model.Node;
import dev.berth.model.json.Json;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A kind of volume with a limit per node.
public enum DiskKind {
    EBS("EBSLimits", "awsElasticBlockStore", "volumeID", "aws-ebs", 39),
    GCE_PD("GCEPDLimits", "gcePersistentDisk", "pdName", "gce-pd", 16),
    AZURE_DISK("AzureDiskLimits", "azureDisk", "diskName", "azure-disk", 16),
    CINDER("CinderLimits", "cinder", "volumeID", "cinder", 256);

    private static final List<String> INSTANCE_TYPE =
            List.of("node.kubernetes.io/instance-type", "beta.kubernetes.io/instance-type");
    private static final Pattern NITRO = Pattern.compile("^[cmr]5.*|t3|z1d");
    private static final int OF_NITRO = 25;

    private final String plugin;
    private final String source;
    private final String id;
    private final String name;
    private final int defaultValue;

    DiskKind(String plugin, String source, String id, String name, int defaultValue) {
        this.plugin = plugin;
        this.source = source;
        this.id = id;
        this.name = name;
        this.defaultValue = defaultValue;
    }

    /// The name of the plugin that counts these volumes.
    public String plugin() {
        return plugin;
    }

    /// The ID of the volume, if the source is of this kind.
    Optional<String> id(String source, Json.Obj detail) {
        return source.equals(this.source)
                ? Optional.of(detail.textAt(id).orElse(""))
                : Optional.empty();
    }

    boolean madeBy(String provisioner) {
        return provisioner.equals("kubernetes.io/" + name);
    }

    /// The allocatable resource of a node that contains its limit.
    String resource() {
        return "attachable-volumes-" + name;
    }

    /// The default limit of a node.
    int defaultOn(Node node) {
        return this == EBS && isNitro(node) ? OF_NITRO : defaultValue;
    }

    private static boolean isNitro(Node node) {
        for (String label : INSTANCE_TYPE) {
            if (node.labels().get(label).filter(type -> NITRO.matcher(type).find()).isPresent()) {
                return true;
            }
        }
        return false;
    }
}
