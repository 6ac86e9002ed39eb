package dev.berth.engine.loop;

import dev.berth.engine.port.Message;
import dev.berth.model.Kind;
import dev.berth.model.Pod;

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
/// A newer state of an object replaces an older one that has not been read yet, so an object that
/// changes often costs one message. A deletion ends that: a later message is not merged with an
/// earlier one, so deletion and creation under one name never merge.
public final class Mailbox implements Message.Inbox {
    private static final class Slot {
        Message message;
        final @Nullable Key key;

        Slot(Message message, @Nullable Key key) {
            this.message = message;
            this.key = key;
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final ArrayDeque<Slot> slots = new ArrayDeque<>();
    private final Map<Key, Slot> open = new HashMap<>();
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
        switch (subject(message)) {
            case Subject.Seen(Key key) -> putSeen(message, key);
            case Subject.Gone(Key key) -> {
                open.remove(key);
                slots.add(new Slot(message, null));
            }
            case Subject.None none -> slots.add(new Slot(message, null));
        }
    }

    private void putSeen(Message message, Key key) {
        Slot waiting = open.get(key);
        if (waiting != null && sameName(waiting.message, message)) {
            waiting.message = message;
            coalesced++;
            return;
        }
        var slot = new Slot(message, key);
        slots.add(slot);
        open.put(key, slot);
    }

    /// Pods with the same UID but different names are not the same pod.
    private static boolean sameName(Message earlier, Message later) {
        return !(earlier instanceof Message.PodSeen(Pod one, var _)
                && later instanceof Message.PodSeen(Pod other, var _)
                && !DuplicateUids.sameName(one, other));
    }

    /// How a message relates to earlier messages about the same object that are still in the
    /// mailbox.
    private sealed interface Subject {
        /// The message has the newest state of the object and replaces an older one.
        record Seen(Key key) implements Subject {}

        /// The object is deleted: later messages about this key are about another object.
        record Gone(Key key) implements Subject {}

        /// The message is about no object.
        record None() implements Subject {}
    }

    private static final Subject NONE = new Subject.None();

    /// Identifies the object of a message.
    ///
    /// @param name `namespace/name`, the UID of a pod, or the name of a node
    /// @param uid the UID, if `name` does not identify the object
    private record Key(String kind, String name, String uid) {
        static Key pod(String uid) {
            return new Key("pods", uid, "");
        }

        static Key node(String name) {
            return new Key("nodes", name, "");
        }

        static Key of(Kind kind, String name, String uid) {
            return new Key(kind.plural(), name, uid);
        }
    }

    private static Subject subject(Message message) {
        return switch (message) {
            case Message.PodSeen(var pod, var whole) -> new Subject.Seen(Key.pod(pod.uid()));
            case Message.NodeSeen(var node, var whole) -> new Subject.Seen(Key.node(node.name()));
            case Message.ObjectSeen(var object) ->
                    new Subject.Seen(Key.of(object.kind(), object.key(), object.meta().uid()));
            case Message.PodGone(String uid, String _) -> new Subject.Gone(Key.pod(uid));
            case Message.NodeGone(String name) -> new Subject.Gone(Key.node(name));
            case Message.ObjectGone(var kind, String key, String uid) ->
                    new Subject.Gone(Key.of(kind, key, uid));
            case Message.Listed other -> NONE;
            case Message.Unlisted other -> NONE;
            case Message.Scheduling other -> NONE;
            case Message.DeferPods other -> NONE;
            case Message.Pause other -> NONE;
            case Message.Step other -> NONE;
            case Message.BindEnded other -> NONE;
            case Message.CallEnded other -> NONE;
            case Message.PodRead other -> NONE;
            case Message.ReportedBindRead other -> NONE;
            case Message.ExtenderResponded other -> NONE;
            case Message.Allow other -> NONE;
            case Message.Reject other -> NONE;
            case Message.Activate other -> NONE;
            case Message.PluginRequested other -> NONE;
            case Message.PluginFailed other -> NONE;
            case Message.Ask<?> other -> NONE;
        };
    }

    /// Passes at most `max` messages to the handler, in order; returns how many.
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

    /// Waits until there is a message, at most for this time.
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

    /// The number of messages that replaced an older one.
    public long coalesced() {
        lock.lock();
        try {
            return coalesced;
        } finally {
            lock.unlock();
        }
    }
}
