package dev.berth.engine.binding;

import dev.berth.engine.port.Log;
import dev.berth.engine.port.Message;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.engine.profile.PluginTimes;

/// What most parts of the engine use: calls of plugins, time, messages to the scheduling thread,
/// and the log.
public record EngineServices(PluginRunner runner, Timers timers, Message.Inbox inbox, Log log) {
    public PluginTimes times() {
        return runner.times();
    }
}
