package dev.berth.junit;

import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/// Assertions about an object of any kind. Each of them waits until it holds, and fails with the
/// current object after the timeout. Works with any assertion library.
public final class ObjectAssert {
    private final ClusterWaits waits;
    private final Kind kind;
    private final String key;
    private final Duration atMost;

    ObjectAssert(ClusterWaits waits, Kind kind, String key, Duration atMost) {
        this.waits = waits;
        this.kind = kind;
        this.key = key;
        this.atMost = atMost;
    }

    /// The same assertions with another timeout.
    public ObjectAssert within(Duration atMost) {
        return new ObjectAssert(waits, kind, key, atMost);
    }

    public ObjectAssert exists() {
        return satisfies("existence", object -> true);
    }

    /// Asserts that the object does not exist, for example because it was deleted.
    public ObjectAssert isGone() {
        waits.until(
                kind,
                atMost,
                () -> found().isEmpty() ? Optional.of(true) : Optional.empty(),
                () -> "%s %s still exists".formatted(kind.name(), key));
        return this;
    }

    /// Asserts that a string field has this value, for example `hasField("Bound", "status",
    /// "phase")`.
    public ObjectAssert hasField(String value, String... path) {
        return satisfies(
                "%s = %s".formatted(String.join(".", path), value),
                object -> object.textAt(path).equals(Optional.of(value)));
    }

    /// Asserts any condition.
    ///
    /// @param description the condition, for the message of a failure
    public ObjectAssert satisfies(String description, Predicate<Json.Obj> condition) {
        waits.until(
                kind,
                atMost,
                () -> found().filter(condition),
                () ->
                        "%s %s does not satisfy %s: %s"
                                .formatted(
                                        kind.name(),
                                        key,
                                        description,
                                        found().map(Json::text).orElse("it does not exist")));
        return this;
    }

    /// The current object.
    public Json.Obj json() {
        return found().orElseThrow(() ->
                new AssertionError("%s %s does not exist".formatted(kind.name(), key)));
    }

    private Optional<Json.Obj> found() {
        return waits.find(kind, key).map(ObjectVersion::json);
    }
}
