/// The in-tree plugins, written against the SPI like any other.
module dev.berth.plugins {
    requires static transitive org.jspecify;
    requires transitive dev.berth.spi;
}
