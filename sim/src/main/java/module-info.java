/// The embedded control plane.
module dev.berth.sim {
    requires static transitive org.jspecify;
    requires transitive dev.berth.engine;
    requires transitive dev.berth.model;
}
