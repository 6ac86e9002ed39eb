/// Immutable records of the objects that a scheduler reads, and their JSON.
module dev.berth.model {
    requires static transitive org.jspecify;
    requires tools.jackson.core;

    exports dev.berth.model;
    exports dev.berth.model.device;
    exports dev.berth.model.json;
}
