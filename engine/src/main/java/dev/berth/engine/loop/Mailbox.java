package dev.berth.engine.loop;

import dev.berth.engine.port.Message;
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
    /// A message, and the identity of the object whose newest state it contains. Slots with equal
    /// identities are equal.
    private static final class Slot {
        Message message;

        /// Whether a newer state of the object replaces the message.
        boolean open;

        private final String kind;
        private final String name;
        private final String uid;

        /// @param kind the plural name of the kind; empty if the message is about no object
        /// @param name `namespace/name`, the UID of a pod, or the name of a node
        /// @param uid the UID, if `name` does not identify the object
        Slot(Message message, String kind, String name, String uid) {
            this.message = message;
            this.kind = kind;
            this.name = name;
            this.uid = uid;
        }

        static Slot alone(Message message) {
            return new Slot(message, "", "", "");
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Slot that
                    && name.equals(that.name)
                    && kind.equals(that.kind)
                    && uid.equals(that.uid);
        }

        @Override
        public int hashCode() {
            return 31 * name.hashCode() + kind.hashCode();
        }
    }

    private static final String PODS = "pods";
    private static final String NODES = "nodes";

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final ArrayDeque<Slot> slots = new ArrayDeque<>();
    private final Map<Slot, Slot> open = new HashMap<>();

    /// The messages that are being read. On the scheduling thread only.
    private final List<Message> batch = new ArrayList<>();

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
        switch (message) {
            case Message.PodSeen(var pod, var _) -> putSeen(new Slot(message, PODS, pod.uid(), ""));
            case Message.NodeSeen(var node, var _) ->
                    putSeen(new Slot(message, NODES, node.name(), ""));
            case Message.ObjectSeen(var object) ->
                    putSeen(
                            new Slot(
                                    message,
                                    object.kind().plural(),
                                    object.key(),
                                    object.meta().uid()));
            case Message.PodGone(String uid, String _) ->
                    putGone(message, new Slot(message, PODS, uid, ""));
            case Message.NodeGone(String name) ->
                    putGone(message, new Slot(message, NODES, name, ""));
            case Message.ObjectGone(var kind, String key, String uid) ->
                    putGone(message, new Slot(message, kind.plural(), key, uid));
            case Message.Listed _,
                    Message.Unlisted _,
                    Message.Scheduling _,
                    Message.DeferPods _,
                    Message.Pause _,
                    Message.Step _,
                    Message.BindEnded _,
                    Message.CallEnded _,
                    Message.PodRead _,
                    Message.ReportedBindRead _,
                    Message.ExtenderResponded _,
                    Message.Allow _,
                    Message.Reject _,
                    Message.Activate _,
                    Message.PluginRequested _,
                    Message.ConfigurationChanged _,
                    Message.PluginFailed _,
                    Message.Ask<?> _ ->
                    slots.add(Slot.alone(message));
        }
    }

    /// The message has the newest state of the object and replaces an older one.
    private void putSeen(Slot added) {
        Slot waiting = open.putIfAbsent(added, added);
        if (waiting == null) {
            added.open = true;
            slots.add(added);
        } else if (sameName(waiting.message, added.message)) {
            waiting.message = added.message;
            coalesced++;
        } else {
            close(waiting);
            putSeen(added);
        }
    }

    /// The object is deleted: later messages about it are about another object.
    private void putGone(Message message, Slot object) {
        close(object);
        slots.add(Slot.alone(message));
    }

    /// Later messages about the object are not merged with the one that waits, if there is one.
    private void close(Slot object) {
        Slot waiting = open.remove(object);
        if (waiting != null) {
            waiting.open = false;
        }
    }

    /// Pods with the same UID but different names are not the same pod.
    private static boolean sameName(Message earlier, Message later) {
        return !(earlier instanceof Message.PodSeen(Pod one, var _)
                && later instanceof Message.PodSeen(Pod other, var _)
                && !DuplicateUids.sameName(one, other));
    }

    /// Passes at most `max` messages to the handler, in order; returns how many. On the scheduling
    /// thread only.
    public int drain(Consumer<Message> reader, int max) {
        take(max);
        int count = batch.size();
        try {
            for (int i = 0; i < count; i++) {
                reader.accept(batch.get(i));
            }
        } finally {
            batch.clear();
        }
        return count;
    }

    private void take(int max) {
        lock.lock();
        try {
            while (batch.size() < max && !slots.isEmpty()) {
                Slot slot = slots.poll();
                if (slot.open) {
                    close(slot);
                }
                batch.add(slot.message);
            }
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
