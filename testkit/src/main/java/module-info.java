/// Builders, plugin tester and scenarios; usable with any test framework.
module dev.berth.testkit {
    requires static transitive org.jspecify;
    requires transitive dev.berth.engine;
    requires transitive dev.berth.sim;
    requires transitive dev.berth.spi;

    exports dev.berth.testkit;
}
