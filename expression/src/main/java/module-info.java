/// Compiles and evaluates the CEL selectors of devices.
module dev.berth.expression {
    requires static transitive org.jspecify;
    requires transitive dev.berth.model;
    requires dev.berth.cel;

    exports dev.berth.expression;
}
