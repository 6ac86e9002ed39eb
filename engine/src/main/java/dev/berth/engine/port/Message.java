package dev.berth.engine.port;

import dev.berth.engine.view.Query;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;
import dev.berth.spi.WriteOutcome;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// A message to the scheduling thread. Messages are immutable.
public sealed interface Message {
    /// @param whole the complete JSON of the node, for extenders
    record NodeSeen(Node node, Optional<Json.Obj> whole) implements Message {
        public NodeSeen(Node node) {
            this(node, Optional.empty());
        }
    }

    record NodeGone(String name) implements Message {}

    /// @param whole the complete JSON of the pod, for extenders
    record PodSeen(Pod pod, Optional<Json.Obj> whole) implements Message {
        public PodSeen(Pod pod) {
            this(pod, Optional.empty());
        }
    }

    /// @param key the name of the pod, as `namespace/name`; empty if it is not known
    record PodGone(String uid, String key) implements Message {
        public PodGone(String uid) {
            this(uid, "");
        }
    }

    /// Every other kind: budgets, services, owners, custom resources.
    record ObjectSeen(KubeObject object) implements Message {}

    record ObjectGone(Kind kind, String key, String uid) implements Message {}

    /// Every object of this kind has been reported; from now on a missing one does not exist.
    record Listed(Kind kind) implements Message {}

    /// The objects of this kind are not known, and why.
    record Unlisted(Kind kind, String why) implements Message {}

    /// Turns scheduling on or off; bindings in progress continue.
    record Scheduling(boolean on) implements Message {}

    /// During attempts for these pods, the scheduling thread has hung in an earlier process: they
    /// are scheduled after the others. Sent before scheduling is turned on.
    ///
    /// @param hangs how often, by the UID of the pod
    record DeferPods(Map<String, Integer> hangs) implements Message {
        public DeferPods {
            hangs = Map.copyOf(hangs);
        }
    }

    /// Pauses scheduling until it is resumed; single steps are possible.
    record Pause(boolean on) implements Message {}

    /// While paused, starts one attempt, if a pod is ready.
    record Step() implements Message {}

    /// A binding cycle that ran on a thread of its own has ended.
    record BindEnded(String uid, BindOutcome outcome) implements Message {}

    /// An API call was answered.
    record CallEnded(long ticket, WriteOutcome outcome) implements Message {}

    /// A pod was read back, because its bind got no response.
    record PodRead(String uid, ReadOutcome outcome) implements Message {}

    /// A pod was read back, because an extender reported its bind.
    record ReportedBindRead(String uid, ReadOutcome outcome) implements Message {}

    /// Extenders have responded to the request with this ticket.
    record ExtenderResponded(long ticket, ExtenderResult extenderResult) implements Message {}

    /// A plugin allows or rejects a pod that waits on Permit.
    record Allow(String uid, String plugin) implements Message {}

    record Reject(String uid, String plugin, String message) implements Message {}

    /// Pending pods (by `namespace/name`) are to be scheduled now.
    record Activate(List<String> podKeys) implements Message {
        public Activate {
            podKeys = List.copyOf(podKeys);
        }
    }

    /// A plugin has made a request from another thread. The engine keeps the request under this
    /// ticket, because it contains code of the plugin.
    record PluginRequested(long ticket) implements Message {}

    /// Another configuration comes into force. The engine keeps it under this ticket, because it
    /// contains code of plugins.
    record ConfigurationChanged(long ticket) implements Message {}

    /// A plugin or an extender failed on another thread.
    ///
    /// @param pod the pod it was called for, if any
    record PluginFailed(String plugin, String extensionPoint, Optional<Pod> pod, Throwable cause)
            implements Message {}

    /// A query; it changes nothing.
    record Ask<T>(Query<T> query, CompletableFuture<T> answer) implements Message {}

    /// Receives messages; thread-safe.
    @FunctionalInterface
    interface Inbox extends Consumer<Message> {}
}
