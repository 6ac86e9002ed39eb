/// What the scheduler reaches over HTTP.
module dev.berth.kube {
    requires static transitive org.jspecify;
    requires transitive dev.berth.engine;
    requires dev.berth.manifest;
    requires dev.berth.model;
    requires java.net.http;

    exports dev.berth.kube.client;
    exports dev.berth.kube.event;
    exports dev.berth.kube.extender;
    exports dev.berth.kube.feed;
    exports dev.berth.kube.http;
    exports dev.berth.kube.lease;
    exports dev.berth.kube.tls;
    exports dev.berth.kube.wire;
    exports dev.berth.kube.write;
}
