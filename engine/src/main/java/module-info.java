/// The single-writer core. Only the facade, the ports and the views are for others.
module dev.berth.engine {
    requires static transitive org.jspecify;
    requires transitive dev.berth.model;
    requires transitive dev.berth.spi;

    exports dev.berth.engine;
    exports dev.berth.engine.decide;
    exports dev.berth.engine.port;
    exports dev.berth.engine.view;
    exports dev.berth.engine.cycle to
            dev.berth.testkit;
    exports dev.berth.engine.profile to
            dev.berth.testkit;
    exports dev.berth.engine.queue to
            dev.berth.testkit;
    exports dev.berth.engine.state to
            dev.berth.testkit;
}
