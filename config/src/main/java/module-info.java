/// Converts a `KubeSchedulerConfiguration` to profiles: defaults, validation, messages.
module dev.berth.config {
    requires static transitive org.jspecify;
    requires transitive dev.berth.engine;
    requires transitive dev.berth.model;
    requires transitive dev.berth.spi;
    requires dev.berth.devices;
    requires dev.berth.plugins;

    exports dev.berth.config;
    exports dev.berth.config.policy;

    uses dev.berth.spi.PluginProvider;
}
