/// Answers questions about pods, nodes and decisions, and serves the dashboard.
module dev.berth.dashboard {
    requires static transitive org.jspecify;
    requires transitive dev.berth.answers;
    requires transitive dev.berth.engine;
    requires transitive dev.berth.model;
    requires transitive dev.berth.serving;
    requires dev.berth.spi;

    exports dev.berth.dashboard;
}
