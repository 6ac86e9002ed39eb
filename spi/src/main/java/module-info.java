/// The API that plugins are compiled against.
module dev.berth.spi {
    requires static transitive org.jspecify;
    requires transitive dev.berth.model;

    exports dev.berth.spi;
}
