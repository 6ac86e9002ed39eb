/// Generates random cases and compares Berth with kube-scheduler.
module dev.berth.harness {
    requires static transitive org.jspecify;
    requires transitive dev.berth.model;
    requires dev.berth.expression;
    requires dev.berth.manifest;

    exports dev.berth.harness.cases;
}
