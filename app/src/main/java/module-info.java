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
    opens dev.berth.app.bench to
            info.picocli;
    opens dev.berth.app.cli to
            info.picocli;
    opens dev.berth.app.client to
            info.picocli;
    opens dev.berth.app.completion to
            info.picocli;
    opens dev.berth.app.config to
            info.picocli;
    opens dev.berth.app.decide to
            info.picocli;
    opens dev.berth.app.explain to
            info.picocli;
    opens dev.berth.app.options to
            info.picocli;
    opens dev.berth.app.plugins to
            info.picocli;
    opens dev.berth.app.run to
            info.picocli;
    opens dev.berth.app.sdk to
            info.picocli;
    opens dev.berth.app.snapshot to
            info.picocli;
    opens dev.berth.app.up to
            info.picocli;
    opens dev.berth.app.version to
            info.picocli;
}
