/// Object builders, the plugin tester and scenarios, for any test framework.
module dev.berth.testkit {
    requires static transitive org.jspecify;
    requires transitive dev.berth.engine;
    requires dev.berth.manifest;
    requires transitive dev.berth.sim;
    requires transitive dev.berth.spi;

    exports dev.berth.testkit;
}
