package dev.berth.spi;

/// Which feature gates are on.
@FunctionalInterface
public interface Gates {
    boolean on(String gate);
}
