/// The embedded cluster over HTTPS.
module dev.berth.apiserver {
    requires static transitive org.jspecify;
    requires transitive dev.berth.engine;
    requires dev.berth.kube;
    requires dev.berth.manifest;
    requires transitive dev.berth.model;
    requires transitive dev.berth.serving;
    requires transitive dev.berth.sim;

    exports dev.berth.apiserver;
}
