/// Immutable records of what a scheduler reads; JSON in and out.
module dev.berth.model {
    requires static transitive org.jspecify;
    requires tools.jackson.core;

    exports dev.berth.model;
    exports dev.berth.model.json;
}
