package dev.berth.engine.port;

import dev.berth.engine.view.Query;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;
import dev.berth.spi.WriteOutcome;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// Everything the outside may say to the scheduling thread. Nothing mutable crosses.
public sealed interface Message {
    /// @param whole the node as the API server has it, for those who need more than the record
    record NodeSeen(Node node, Optional<Json.Obj> whole) implements Message {
        public NodeSeen(Node node) {
            this(node, Optional.empty());
        }
    }

    record NodeGone(String name) implements Message {}

    /// @param whole the pod as the API server has it, for those who need more than the record
    record PodSeen(Pod pod, Optional<Json.Obj> whole) implements Message {
        public PodSeen(Pod pod) {
            this(pod, Optional.empty());
        }
    }

    record PodGone(String uid) implements Message {}

    /// Every other kind: budgets, services, owners, custom resources.
    record ObjectSeen(KubeObject object) implements Message {}

    record ObjectGone(Kind kind, String key, String uid) implements Message {}

    /// Every object there was of this kind has been told; from now on none means that there is
    /// none.
    record Listed(Kind kind) implements Message {}

    /// What there is of this kind is not known, and why.
    record Unlisted(Kind kind, String why) implements Message {}

    /// Whether pods are to be scheduled; what is under way goes on either way.
    record Scheduling(boolean on) implements Message {}

    /// Somebody wants to watch: no pod is tried until this is taken back, but for single steps.
    record Pause(boolean on) implements Message {}

    /// While paused, the pod that is next is tried; if none is ready, nothing happens.
    record Step() implements Message {}

    /// A binding cycle that ran on a thread of its own has ended.
    record BindEnded(String uid, BindOutcome outcome) implements Message {}

    /// An API call was answered.
    record CallEnded(long ticket, WriteOutcome outcome) implements Message {}

    /// A pod was read afresh, to learn how a bind without an answer ended.
    record PodRead(String uid, ReadOutcome outcome) implements Message {}

    /// Extenders have answered what they were asked under this ticket.
    record ExtenderAnswered(long ticket, ExtenderResult extenderResult) implements Message {}

    /// A held pod is allowed or rejected by a plugin.
    record Allow(String uid, String plugin) implements Message {}

    record Deny(String uid, String plugin, String message) implements Message {}

    /// Pending pods (by `namespace/name`) shall be tried now.
    record Activate(List<String> podKeys) implements Message {}

    /// Work a binding thread hands to the scheduling thread, such as waiting for an object.
    record Handoff(Runnable work) implements Message {}

    /// A plugin or an extender failed on another thread.
    ///
    /// @param pod the pod it was called for, if any
    record PluginFailed(String plugin, String extensionPoint, Optional<Pod> pod, Throwable cause)
            implements Message {}

    /// A question; it changes nothing.
    record Ask<T>(Query<T> query, CompletableFuture<T> answer) implements Message {}

    /// Where messages are posted; any thread may.
    @FunctionalInterface
    interface Inbox extends Consumer<Message> {}
}
