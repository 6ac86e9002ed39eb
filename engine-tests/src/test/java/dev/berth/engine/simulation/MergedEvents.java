package dev.berth.engine.simulation;

import dev.berth.engine.port.Message;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;

/// Delivers messages as a watch with a gap would: of a pod that is deleted and made again under its
/// name only the new one is told.
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

    /// Nothing follows for now: what was held back is delivered.
    void flush() {
        if (held != null) {
            Message.PodGone gone = held;
            held = null;
            to.accept(gone);
        }
    }
}
