/// A JUnit extension that runs a cluster in a test.
module dev.berth.junit {
    requires static transitive org.jspecify;
    requires transitive dev.berth.app;
    requires dev.berth.config;
    requires dev.berth.manifest;
    requires transitive dev.berth.spi;
    requires transitive org.junit.jupiter.api;

    exports dev.berth.junit;
}
