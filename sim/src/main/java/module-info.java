/// The embedded control plane.
module dev.berth.sim {
    requires static transitive org.jspecify;
    requires transitive dev.berth.engine;
    requires transitive dev.berth.model;
    requires transitive dev.berth.spi;

    exports dev.berth.sim.fault;
    exports dev.berth.sim.link;
    exports dev.berth.sim.store;
    exports dev.berth.sim.time;
}
