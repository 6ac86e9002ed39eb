package dev.berth.engine.simulation;

import dev.berth.engine.port.Message;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;

/// Delivers messages like a watch with a gap: if a pod is deleted and created again under its name,
/// only the new one is reported.
final class MergedEvents implements Message.Inbox {
    private final Message.Inbox to;
    private final Map<String, String> keyOf = new HashMap<>();
    private Message.@Nullable PodGone held;

    MergedEvents(Message.Inbox to) {
        this.to = to;
    }

    @Override
    public void accept(Message message) {
        if (message instanceof Message.PodSeen(var pod, var whole)) {
            keyOf.put(pod.uid(), pod.key());
            if (held != null && pod.key().equals(keyOf.get(held.uid()))) {
                held = null;
            }
        }
        flush();
        if (message instanceof Message.PodGone gone) {
            held = gone;
        } else {
            to.accept(message);
        }
    }

    /// No more events follow for now: delayed messages are delivered.
    void flush() {
        if (held != null) {
            Message.PodGone gone = held;
            held = null;
            to.accept(gone);
        }
    }
}
