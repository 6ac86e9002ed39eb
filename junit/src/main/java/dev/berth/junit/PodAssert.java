package dev.berth.junit;

import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Assertions about a pod. Each of them waits until it holds, and fails with the current state of
/// the pod after the timeout. Works with any assertion library.
///
/// The methods check again at once when the pod or an event changes.
public final class PodAssert {
    private final ClusterWaits waits;
    private final String pod;
    private final Duration atMost;

    /// @param pod `namespace/name`
    PodAssert(ClusterWaits waits, String pod, Duration atMost) {
        this.waits = waits;
        this.pod = pod;
        this.atMost = atMost;
    }

    /// The same assertions with another timeout.
    public PodAssert within(Duration atMost) {
        return new PodAssert(waits, pod, atMost);
    }

    /// Asserts that the pod has a node.
    public PodAssert isScheduled() {
        node();
        return this;
    }

    /// Asserts that the pod has this node. Fails at once if it has another one.
    public PodAssert isScheduledOn(String node) {
        String actual = node();
        if (!actual.equals(node)) {
            throw new AssertionError("%s is on %s, not on %s".formatted(pod, actual, node));
        }
        return this;
    }

    /// The node of the pod, as soon as it has one.
    public String node() {
        return waits.until(
                Kind.POD,
                atMost,
                () -> found().flatMap(json -> json.textAt("spec", "nodeName")),
                () -> "%s has no node: %s".formatted(pod, state()));
    }

    /// Asserts that the scheduler has marked the pod as unschedulable, with a message that contains
    /// each of these texts.
    public PodAssert isUnschedulable(String... texts) {
        waits.until(
                Kind.POD,
                atMost,
                () ->
                        message()
                                .filter(message ->
                                        List.of(texts).stream().allMatch(message::contains)),
                () ->
                        "%s is not unschedulable because of %s: %s"
                                .formatted(pod, List.of(texts), state()));
        return this;
    }

    /// The message of the condition `PodScheduled`, as soon as the pod is unschedulable.
    public String reason() {
        return waits.until(
                Kind.POD,
                atMost,
                this::message,
                () -> "%s is not marked as unschedulable: %s".formatted(pod, state()));
    }

    /// Asserts that an event with this reason regards the pod, for example `Scheduled`.
    public PodAssert hasEvent(String reason) {
        return hasEvent(reason, "");
    }

    /// As [#hasEvent(String)], with a note that contains this text.
    public PodAssert hasEvent(String reason, String text) {
        waits.until(
                Kind.EVENT,
                atMost,
                () ->
                        events().stream()
                                .filter(event -> is(event, "reason", reason::equals))
                                .filter(event -> is(event, "note", note -> note.contains(text)))
                                .findFirst(),
                () ->
                        "%s has no event %s with the text '%s'; its events are %s"
                                .formatted(
                                        pod,
                                        reason,
                                        text,
                                        events().stream().map(PodAssert::line).toList()));
        return this;
    }

    /// Asserts that the status of the pod has this phase.
    public PodAssert hasPhase(String phase) {
        return satisfies(
                "the phase " + phase,
                json -> json.textAt("status", "phase").equals(Optional.of(phase)));
    }

    /// Asserts that the status of the pod names this nominated node.
    public PodAssert isNominatedTo(String node) {
        return satisfies(
                "the nominated node " + node,
                json -> json.textAt("status", "nominatedNodeName").equals(Optional.of(node)));
    }

    /// Asserts that the pod does not exist, for example because it was evicted.
    public PodAssert isGone() {
        waits.until(
                Kind.POD,
                atMost,
                () -> found().isEmpty() ? Optional.of(true) : Optional.empty(),
                () -> "%s still exists: %s".formatted(pod, state()));
        return this;
    }

    /// Asserts any condition.
    ///
    /// @param description the condition, for the message of a failure
    public PodAssert satisfies(String description, Predicate<Json.Obj> condition) {
        new ObjectAssert(waits, Kind.POD, pod, atMost).satisfies(description, condition);
        return this;
    }

    private Optional<Json.Obj> found() {
        return waits.find(Kind.POD, pod).map(ObjectVersion::json);
    }

    private Optional<String> message() {
        return found().map(PodAssert::message).filter(text -> !text.isEmpty());
    }

    private static String message(Json.Obj pod) {
        for (Json each :
                pod.at("status", "conditions").orElse(Json.Arr.EMPTY)
                                instanceof Json.Arr(var conditions)
                        ? conditions
                        : List.<Json>of()) {
            if (each.textAt("type").equals(Optional.of("PodScheduled"))
                    && each.textAt("status").equals(Optional.of("False"))) {
                return each.textAt("message").orElse("");
            }
        }
        return "";
    }

    private String state() {
        return found().map(json ->
                        json.textAt("spec", "nodeName")
                                .map(node -> "it is on " + node)
                                .orElseGet(() ->
                                        message(json).isEmpty()
                                                ? "the scheduler has not decided yet"
                                                : message(json)))
                .orElse("the pod does not exist");
    }

    private List<Json.Obj> events() {
        return waits.list(Kind.EVENT).stream()
                .map(ObjectVersion::json)
                .filter(event ->
                        pod.equals(
                                event.textAt("regarding", "namespace").orElse("")
                                        + "/"
                                        + event.textAt("regarding", "name").orElse("")))
                .toList();
    }

    private static boolean is(Json.Obj event, String field, Predicate<String> condition) {
        return condition.test(event.textAt(field).orElse(""));
    }

    private static String line(Json.Obj event) {
        return "%s (%s)"
                .formatted(event.textAt("reason").orElse(""), event.textAt("note").orElse(""));
    }
}
