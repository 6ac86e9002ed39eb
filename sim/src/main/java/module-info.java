/// The simulated cluster around the embedded control plane.
module dev.berth.sim {
    requires static transitive org.jspecify;
    requires transitive dev.berth.controlplane;
    requires transitive dev.berth.engine;
    requires transitive dev.berth.model;
    requires transitive dev.berth.spi;

    exports dev.berth.sim;
    exports dev.berth.sim.controller;
    exports dev.berth.sim.fault;
    exports dev.berth.sim.link;
    exports dev.berth.sim.stage;
    exports dev.berth.sim.time;
    exports dev.berth.sim.volume;
    exports dev.berth.sim.workload;
}
