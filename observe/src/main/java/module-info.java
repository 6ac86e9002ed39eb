/// Metrics, logs and traces.
module dev.berth.observe {
    requires static transitive org.jspecify;
    requires transitive dev.berth.engine;
    requires transitive dev.berth.kubeclient;
    requires dev.berth.model;
    requires dev.berth.spi;
    requires java.management;
    requires java.net.http;
    requires org.slf4j;

    exports dev.berth.observe.log;
    exports dev.berth.observe.metrics;
    exports dev.berth.observe.tracing;

    provides org.slf4j.spi.SLF4JServiceProvider with
            dev.berth.observe.slf4j.LogProvider;
}
