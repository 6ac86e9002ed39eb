/// The HTTPS endpoint of the scheduler.
module dev.berth.serving {
    requires static transitive org.jspecify;
    requires transitive dev.berth.engine;
    requires transitive dev.berth.kubeclient;
    requires transitive dev.berth.model;
    requires java.management;
    requires jdk.jfr;
    requires jdk.management;
    requires org.eclipse.jetty.alpn.server;
    requires org.eclipse.jetty.http2.server;
    requires org.eclipse.jetty.server;

    exports dev.berth.serving;
    exports dev.berth.serving.auth;
    exports dev.berth.serving.health;
    exports dev.berth.serving.http;
    exports dev.berth.serving.zpage;
    exports dev.berth.serving.tls;
}
