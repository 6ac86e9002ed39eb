/// What the scheduler knows and why it decided, for people.
module dev.berth.dashboard {
    requires static transitive org.jspecify;
    requires transitive dev.berth.engine;
    requires transitive dev.berth.model;
    requires transitive dev.berth.serving;
    requires dev.berth.spi;

    exports dev.berth.dashboard;
}
