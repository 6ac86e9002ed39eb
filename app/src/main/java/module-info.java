/// The command line: flags, wiring by hand.
module dev.berth.app {
    requires static transitive org.jspecify;
    requires dev.berth.config;
    requires dev.berth.engine;
    requires dev.berth.kube;
    requires dev.berth.manifest;
    requires dev.berth.serving;
    requires dev.berth.sim;
    requires info.picocli;
    requires java.management;

    opens dev.berth.app to
            info.picocli;
}
