/// YAML and JSON files to records.
module dev.berth.manifest {
    requires static transitive org.jspecify;
    requires transitive dev.berth.model;
    requires org.snakeyaml.engine;

    exports dev.berth.manifest;
}
