package dev.berth.engine.loop;

import dev.berth.engine.binding.Binder;
import dev.berth.engine.port.Message;
import dev.berth.engine.state.SchedulingThread;
import dev.berth.spi.WaitingPods;

import java.util.List;
import java.util.function.Supplier;

/// The pods that wait on Permit, as plugins see them.
///
/// @param binder the binder, which is created after the plugins
record PluginWaitingPods(SchedulingThread thread, Message.Inbox inbox, Supplier<Binder> binder)
        implements WaitingPods {
    @Override
    public List<WaitingPod> all() {
        thread.require("waitingPods().all()");
        return binder.get().waiting().all();
    }

    @Override
    public void allow(String uid, String plugin) {
        inbox.accept(new Message.Allow(uid, plugin));
    }

    @Override
    public void reject(String uid, String plugin, String message) {
        inbox.accept(new Message.Reject(uid, plugin, message));
    }

    @Override
    public boolean preempt(String uid, String plugin) {
        thread.require("waitingPods().preempt()");
        return binder.get().preempt(uid, plugin);
    }
}
