/// Builders, plugin tester, scenarios and oracle; usable with any test framework.
module dev.berth.testkit {
    requires static transitive org.jspecify;
    requires transitive dev.berth.engine;
    requires transitive dev.berth.sim;
    requires transitive dev.berth.spi;
    requires dev.berth.manifest;

    exports dev.berth.testkit;
    exports dev.berth.testkit.cases;
}
