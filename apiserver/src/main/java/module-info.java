/// The embedded cluster over HTTPS.
module dev.berth.apiserver {
    requires static transitive org.jspecify;
    requires transitive dev.berth.controlplane;
    requires transitive dev.berth.engine;
    requires dev.berth.kubeclient;
    requires dev.berth.manifest;
    requires transitive dev.berth.model;
    requires transitive dev.berth.serving;

    exports dev.berth.apiserver;
}
