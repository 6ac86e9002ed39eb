/// The command line: flags, wiring by hand.
module dev.berth.app {
    requires static transitive org.jspecify;
    requires transitive dev.berth.answers;
    requires transitive dev.berth.apiserver;
    requires transitive dev.berth.config;
    requires transitive dev.berth.controlplane;
    requires transitive dev.berth.dashboard;
    requires transitive dev.berth.engine;
    requires transitive dev.berth.kube;
    requires dev.berth.manifest;
    requires dev.berth.observe;
    requires dev.berth.serving;
    requires transitive dev.berth.sim;
    requires info.picocli;
    requires java.management;
    requires jdk.unsupported;

    exports dev.berth.app.embedded;

    opens dev.berth.app to
            info.picocli;
}
