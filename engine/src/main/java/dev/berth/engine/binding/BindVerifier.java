package dev.berth.engine.binding;

import dev.berth.engine.port.ApiPort;
import dev.berth.engine.port.BindOutcome;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.ReadOutcome;
import dev.berth.engine.state.ClusterState;
import dev.berth.model.Pod;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Reads pods back from the API server when it is not certain whether they are bound: because the
/// response to the bind was lost, or because an extender reported the bind and no update of the pod
/// has shown it.
///
/// The pod stays assumed until it has been read.
public final class BindVerifier {
    private static final Duration READ_AGAIN_AFTER = Duration.ofSeconds(1);
    private static final Duration CHECK_EXTENDER_AFTER = Duration.ofSeconds(30);

    /// A binding that an extender has reported.
    private record Reported(BindingCycle binding, String extender) {}

    private final EngineServices services;
    private final ClusterState state;
    private final ApiPort api;
    private final Map<String, Reported> reported = new HashMap<>();

    public BindVerifier(EngineServices services, ClusterState state, ApiPort api) {
        this.services = services;
        this.state = state;
        this.api = api;
    }

    /// Reads back a pod whose bind got no response; [Message.PodRead] brings the result.
    void verify(BindingCycle binding) {
        Pod pod = binding.placement().pod();
        api.read(
                pod.namespace(),
                pod.name(),
                outcome -> services.inbox().accept(new Message.PodRead(pod.uid(), outcome)));
    }

    /// How the bind ended; empty if the pod could not be read and will be read again.
    Optional<BindOutcome> outcome(BindingCycle binding, ReadOutcome read) {
        String node = binding.placement().node();
        return switch (read) {
            case ReadOutcome.Found(Pod pod, var whole)
                    when pod.uid().equals(binding.uid()) && pod.spec().nodeName().equals(node) ->
                    Optional.of(BindOutcome.BOUND);
            case ReadOutcome.Found other ->
                    Optional.of(
                            new BindOutcome.Failed(
                                    "the bind got no response, and the pod is not bound"));
            case ReadOutcome.Absent absent ->
                    Optional.of(
                            new BindOutcome.Failed(
                                    "the bind got no response, and the pod is deleted"));
            case ReadOutcome.Failed failed -> {
                services.timers().after(READ_AGAIN_AFTER, () -> verify(binding));
                yield Optional.empty();
            }
        };
    }

    /// Checks later whether a pod is bound that an extender reported as bound, so that a wrong
    /// report does not keep it assumed for ever.
    void checkLater(BindingCycle binding, String extender) {
        reported.put(binding.uid(), new Reported(binding, extender));
        services.timers().after(CHECK_EXTENDER_AFTER, () -> check(binding));
    }

    /// The binding cycles that extenders have reported as bound, and that are not confirmed yet.
    Stream<BindingCycle> bindings() {
        return reported.values().stream().map(Reported::binding);
    }

    private void check(BindingCycle binding) {
        Pod pod = binding.placement().pod();
        Reported known = reported.get(pod.uid());
        if (known == null || !known.binding().equals(binding)) {
            // A later attempt binds the pod.
            return;
        }
        if (!state.assumed(pod.uid())) {
            reported.remove(pod.uid());
            return;
        }
        api.read(
                pod.namespace(),
                pod.name(),
                outcome ->
                        services.inbox().accept(new Message.ReportedBindRead(pod.uid(), outcome)));
    }

    /// A binding that an extender reported and that was not done.
    record NotBound(BindingCycle binding, String message) {}

    /// Handles [Message.ReportedBindRead]; empty if the pod is bound, or will be checked again.
    Optional<NotBound> reportedBindRead(String uid, ReadOutcome read) {
        Reported known = reported.remove(uid);
        if (known == null || !state.assumed(uid)) {
            return Optional.empty();
        }
        boolean unbound =
                switch (read) {
                    case ReadOutcome.Found(Pod pod, var whole) ->
                            !pod.uid().equals(uid) || !pod.assigned();
                    case ReadOutcome.Absent absent -> true;
                    case ReadOutcome.Failed failed -> false;
                };
        if (unbound) {
            return Optional.of(
                    new NotBound(
                            known.binding(),
                            "extender %s reported the pod as bound, but it is not bound"
                                    .formatted(known.extender())));
        }
        checkLater(known.binding(), known.extender());
        return Optional.empty();
    }
}
