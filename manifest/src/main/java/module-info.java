/// Reads YAML and JSON manifests.
module dev.berth.manifest {
    requires static transitive org.jspecify;
    requires transitive dev.berth.model;
    requires org.snakeyaml.engine;

    exports dev.berth.manifest;
}
