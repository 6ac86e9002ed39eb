package dev.berth.engine;

import dev.berth.engine.loop.EngineWiring;

/// Lets tests of other packages look inside an engine that is turned by hand.
public final class EngineInternals {
    private EngineInternals() {}

    public static EngineWiring loop(Engine engine) {
        return engine.wiring();
    }
}
