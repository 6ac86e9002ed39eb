package dev.berth.engine;

import dev.berth.engine.loop.EngineWiring;

/// Gives tests of other packages access to the parts of an engine.
public final class EngineInternals {
    private EngineInternals() {}

    public static EngineWiring loop(Engine engine) {
        return engine.wiring();
    }
}
