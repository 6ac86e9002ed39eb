/// Connects the scheduler to a real API server and to extenders.
module dev.berth.kube {
    requires static transitive org.jspecify;
    requires transitive dev.berth.engine;
    requires transitive dev.berth.kubeclient;
    requires dev.berth.model;
    requires java.net.http;

    exports dev.berth.kube.event;
    exports dev.berth.kube.extender;
    exports dev.berth.kube.lease;
    exports dev.berth.kube.reflector;
    exports dev.berth.kube.write;
}
