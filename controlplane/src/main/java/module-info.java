/// The embedded API server without HTTP.
module dev.berth.controlplane {
    requires static transitive org.jspecify;
    requires transitive dev.berth.engine;
    requires transitive dev.berth.model;
    requires transitive dev.berth.spi;

    exports dev.berth.controlplane.api;
    exports dev.berth.controlplane.defaults;
    exports dev.berth.controlplane.rules;
    exports dev.berth.controlplane.schema;
    exports dev.berth.controlplane.store;
    exports dev.berth.controlplane.tree;
}
