/// Metrics and logs.
module dev.berth.observe {
    requires static transitive org.jspecify;
    requires transitive dev.berth.engine;
    requires transitive dev.berth.kubeclient;
    requires dev.berth.model;
    requires dev.berth.spi;
    requires java.management;
    requires org.slf4j;

    exports dev.berth.observe.log;
    exports dev.berth.observe.metrics;

    provides org.slf4j.spi.SLF4JServiceProvider with
            dev.berth.observe.slf4j.LogProvider;
}
