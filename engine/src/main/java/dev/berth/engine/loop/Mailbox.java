package dev.berth.engine.loop;

import dev.berth.engine.port.Message;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// Messages from any thread to the scheduling thread.
///
/// A newer look of an object takes the place of an older one that has not been read yet, so a busy
/// object costs one message. A deletion ends that: what comes after it is a message of its own, so
/// deletion and creation under one name never merge.
public final class Mailbox implements Message.Inbox {
    private static final class Slot {
        Message message;
        final @Nullable String key;

        Slot(Message message, @Nullable String key) {
            this.message = message;
            this.key = key;
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final ArrayDeque<Slot> slots = new ArrayDeque<>();
    private final Map<String, Slot> open = new HashMap<>();
    private long coalesced;

    @Override
    public void accept(Message message) {
        lock.lock();
        try {
            put(message);
            arrived.signal();
        } finally {
            lock.unlock();
        }
    }

    private void put(Message message) {
        String key = seenKey(message);
        if (key != null) {
            Slot waiting = open.get(key);
            if (waiting != null) {
                waiting.message = message;
                coalesced++;
                return;
            }
        }
        String gone = goneKey(message);
        if (gone != null) {
            open.remove(gone);
        }
        var slot = new Slot(message, key);
        slots.add(slot);
        if (key != null) {
            open.put(key, slot);
        }
    }

    private static @Nullable String seenKey(Message message) {
        return switch (message) {
            case Message.PodSeen(var pod, var whole) -> "pod " + pod.uid();
            case Message.NodeSeen(var node, var whole) -> "node " + node.name();
            case Message.ObjectSeen(var object) ->
                    object.kind().plural() + " " + object.key() + " " + object.meta().uid();
            default -> null;
        };
    }

    private static @Nullable String goneKey(Message message) {
        return switch (message) {
            case Message.PodGone(String uid) -> "pod " + uid;
            case Message.NodeGone(String name) -> "node " + name;
            case Message.ObjectGone(var kind, String key, String uid) ->
                    kind.plural() + " " + key + " " + uid;
            default -> null;
        };
    }

    /// Hands over at most `max` messages in order; returns how many.
    public int drain(Consumer<Message> reader, int max) {
        List<Message> batch = take(max);
        for (Message message : batch) {
            reader.accept(message);
        }
        return batch.size();
    }

    private List<Message> take(int max) {
        lock.lock();
        try {
            if (slots.isEmpty()) {
                return List.of();
            }
            var batch = new ArrayList<Message>(Math.min(max, slots.size()));
            while (batch.size() < max && !slots.isEmpty()) {
                Slot slot = slots.poll();
                if (slot.key != null) {
                    open.remove(slot.key, slot);
                }
                batch.add(slot.message);
            }
            return batch;
        } finally {
            lock.unlock();
        }
    }

    /// Waits until there is a message, at most so long.
    public void await(long atMostNanos) throws InterruptedException {
        lock.lock();
        try {
            long left = atMostNanos;
            while (slots.isEmpty() && left > 0) {
                left = arrived.awaitNanos(Math.min(left, TimeUnit.HOURS.toNanos(1)));
            }
        } finally {
            lock.unlock();
        }
    }

    public boolean isEmpty() {
        return size() == 0;
    }

    public int size() {
        lock.lock();
        try {
            return slots.size();
        } finally {
            lock.unlock();
        }
    }

    /// How many messages took the place of an older one.
    public long coalesced() {
        lock.lock();
        try {
            return coalesced;
        } finally {
            lock.unlock();
        }
    }
}
