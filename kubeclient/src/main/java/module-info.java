/// A client of the Kubernetes API.
module dev.berth.kubeclient {
    requires static transitive org.jspecify;
    requires transitive dev.berth.model;
    requires dev.berth.manifest;
    requires jdk.net;

    exports dev.berth.kubeclient;
    exports dev.berth.kubeclient.http;
    exports dev.berth.kubeclient.tls;
    exports dev.berth.kubeclient.wire;
}
