/// Dynamic resource allocation: devices for the claims of pods.
module dev.berth.devices {
    requires static transitive org.jspecify;
    requires transitive dev.berth.spi;
    requires dev.berth.expression;

    exports dev.berth.devices;

    provides dev.berth.spi.PluginProvider with
            dev.berth.devices.DynamicResources.Provider;
}
