package dev.berth.sim.stage;

import dev.berth.controlplane.store.DeleteRequest;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Patch;
import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.StatusReason;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.store.Timestamps;
import dev.berth.controlplane.store.WatchEvent;
import dev.berth.controlplane.store.WatchSet;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;
import dev.berth.model.Kind;
import dev.berth.model.json.DecodeException;
import dev.berth.model.json.Json;
import dev.berth.sim.time.TimerService;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/// Simulates kubelets: moves objects through the stages in the store.
///
/// An object is in at most one stage: the first by name whose conditions it meets. When the delay
/// is over and the object is still in the stage, the effect is applied. The resulting change can
/// put the object into the next stage. Stages are objects, so that they can be created, changed and
/// deleted while the cluster runs.
public final class StageController {
    private record Waiting(Stage stage, ObjectVersion since) {}

    private final Store store;
    private final Clock clock;
    private final TimerService agenda;
    private final Runnable wakeUp;
    private final RandomGenerator chance;
    private final Timestamps stamp;
    private final TreeMap<String, Stage> stages = new TreeMap<>();
    private final WatchSet watches;
    private final Map<String, Waiting> waiting = new HashMap<>();
    private final ReservationCheck claims;

    /// The pods that cannot start before their claims are reserved, by UID.
    private final Map<String, ObjectVersion> withoutClaims = new LinkedHashMap<>();

    private final TreeMap<String, String> problems = new TreeMap<>();
    private List<Kind> kinds = List.of();
    private Log log = Log.NONE;
    private boolean unmet;

    /// @param chance the generator for the jitter
    /// @param wakeUp called when [#pump] may have work to do
    public StageController(
            Store store,
            Clock clock,
            TimerService agenda,
            RandomGenerator chance,
            Runnable wakeUp) {
        this.store = store;
        this.clock = clock;
        this.agenda = agenda;
        this.chance = chance;
        this.wakeUp = wakeUp;
        this.watches = new WatchSet(store, wakeUp);
        this.stamp = new Timestamps(clock);
        this.claims = new ReservationCheck(store);
        store.kinds().add(Stage.KIND, false);
    }

    /// Logs the problems of stages.
    public synchronized void logInto(Log log) {
        this.log = log;
    }

    /// The errors of invalid stages, and of effects that the store rejects.
    public synchronized List<String> problems() {
        return List.copyOf(problems.values());
    }

    /// Processes up to `max` changes of the store. Returns their number.
    public synchronized int pump(int max) {
        int seen = 0;
        for (WatchEvent event : watches.read(Stage.KIND, max)) {
            learn(event);
            seen++;
        }
        if (unmet || seen > 0) {
            resolve();
        }
        for (Kind kind : kinds) {
            for (WatchEvent event : watches.read(kind, max - seen)) {
                follow(event);
                seen++;
            }
        }
        return withoutClaims.isEmpty() ? seen : seen + followClaims(max);
    }

    /// Considers the pods without claims again if claims have changed.
    private int followClaims(int max) {
        int seen = watches.read(Kind.RESOURCE_CLAIM, max).size();
        if (seen > 0) {
            List<ObjectVersion> pods = List.copyOf(withoutClaims.values());
            withoutClaims.clear();
            for (ObjectVersion pod : pods) {
                store.find(pod.kind(), pod.namespace(), pod.name())
                        .filter(now -> now.uid().equals(pod.uid()))
                        .ifPresent(this::consider);
            }
        }
        return seen;
    }

    private void learn(WatchEvent event) {
        String name = event.object().name();
        Stage before = stages.remove(name);
        problems.remove(name);
        Stage after = null;
        if (event.type() != WatchEvent.Type.DELETED) {
            try {
                after = Stage.of(event.object().json());
                stages.put(name, after);
            } catch (DecodeException e) {
                report(name, "stage " + name + " is ignored: " + e.getMessage());
            }
        }
        // The objects of the kind are checked again, because they may enter or leave the stage.
        startOver(before);
        startOver(after);
    }

    private void startOver(@Nullable Stage stage) {
        if (stage != null) {
            kindOf(stage).ifPresent(watches::startOver);
        }
    }

    /// Finds the kinds to watch. The kind of a custom resource may not be known yet.
    private void resolve() {
        var found = new LinkedHashSet<Kind>();
        unmet = false;
        for (Stage stage : stages.values()) {
            Optional<Kind> kind = kindOf(stage);
            kind.ifPresent(found::add);
            unmet |= kind.isEmpty();
        }
        kinds = List.copyOf(found);
    }

    private Optional<Kind> kindOf(Stage stage) {
        return store.kinds().named(stage.apiVersion(), stage.kind());
    }

    private void follow(WatchEvent event) {
        switch (event.type()) {
            case ADDED, MODIFIED -> consider(event.object());
            case DELETED -> {
                waiting.remove(event.object().uid());
                withoutClaims.remove(event.object().uid());
            }
            case BOOKMARK -> {}
        }
    }

    private void consider(ObjectVersion object) {
        Stage stage = stageOf(object);
        Waiting before = waiting.get(object.uid());
        if (stage == null) {
            waiting.remove(object.uid());
        } else if (before == null || !before.stage.equals(stage)) {
            var now = new Waiting(stage, object);
            waiting.put(object.uid(), now);
            agenda.at(
                    clock.nowNanos() + stage.delay().nanos(object.json(), chance), () -> end(now));
        }
    }

    private @Nullable Stage stageOf(ObjectVersion object) {
        for (Stage stage : stages.values()) {
            if (stage.kind().equals(object.kind().name())
                    && stage.apiVersion().equals(object.kind().apiVersion())
                    && stage.holds(object.json())) {
                return stage;
            }
        }
        return null;
    }

    private synchronized void end(Waiting over) {
        ObjectVersion then = over.since;
        if (!waiting.remove(then.uid(), over)) {
            return;
        }
        store.find(then.kind(), then.namespace(), then.name())
                .filter(now -> now.uid().equals(then.uid()) && over.stage.holds(now.json()))
                .ifPresent(now -> {
                    if (claims.missing(now)) {
                        withoutClaims.put(now.uid(), now);
                        wakeUp.run();
                    } else {
                        proceed(now, over.stage);
                    }
                });
    }

    private void proceed(ObjectVersion object, Stage stage) {
        StageEffect next = stage.next();
        if (next.finalizers().isPresent()) {
            Json.Obj list = Json.Obj.of("finalizers", next.finalizers().get());
            var change = new Patch.Merge(Json.Obj.of("metadata", list));
            note(stage, store.patch(object, change, WriteScope.MAIN));
        }
        if (next.patch().isPresent()) {
            Json change = next.patch().get().fill(object.json(), stamp.now());
            note(
                    stage,
                    store.patch(object, new Patch.Strategic((Json.Obj) change), WriteScope.MAIN));
        }
        if (next.status().isPresent()) {
            Json status = next.status().get().fill(object.json(), stamp.now());
            var change = new Patch.Strategic(Json.Obj.of("status", status));
            note(stage, store.patch(object, change, WriteScope.STATUS));
        }
        if (next.delete()) {
            var deletion = DeleteRequest.NOW.onlyUid(object.uid());
            note(stage, store.delete(object.kind(), object.namespace(), object.name(), deletion));
        }
    }

    /// Records a failed effect. It is not an error if the object has been deleted or changed.
    private void note(Stage stage, Reply<ObjectVersion> reply) {
        if (reply instanceof Reply.Refused<ObjectVersion>(var why)
                && why.reason() != StatusReason.NOT_FOUND
                && why.reason() != StatusReason.CONFLICT) {
            report(stage.name(), "stage " + stage.name() + ": " + why.message());
        }
    }

    private void report(String stage, String problem) {
        if (!problem.equals(problems.put(stage, problem))) {
            log.warn(problem);
        }
    }
}
