package dev.berth.testkit;

import dev.berth.controlplane.store.DeleteRequest;
import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Patch;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.engine.Engine;
import dev.berth.engine.StepThreads;
import dev.berth.engine.port.EngineConfiguration;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.port.ReloadOutcome;
import dev.berth.engine.view.Decision;
import dev.berth.engine.view.EngineStats;
import dev.berth.engine.view.PendingPod;
import dev.berth.engine.view.Query;
import dev.berth.engine.view.QueueMove;
import dev.berth.manifest.Manifests;
import dev.berth.model.Encoder;
import dev.berth.model.Kind;
import dev.berth.model.Node;
import dev.berth.model.PersistentVolume;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;
import dev.berth.sim.Actor;
import dev.berth.sim.VirtualCluster;
import dev.berth.sim.link.ClusterLink;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// A complete cluster with a scheduler on virtual time, for integration tests.
///
/// ```java
/// Scenario.of(profile)
///         .nodes(node("n1").cpu("4"))
///         .running(pod("old").cpu("3").on("n1"))
///         .create(pod("new").cpu("2"))
///         .untilQuiet()
///         .expectPending("new", "0/1 nodes are available: 1 Insufficient cpu.")
///         .delete("old")
///         .untilQuiet()
///         .expectScheduled("new");
/// ```
public final class Scenario implements AutoCloseable {
    /// The time between two checks of an expectation.
    private static final Duration STEP = Duration.ofMillis(100);

    private final VirtualCluster cluster;
    private final Engine engine;
    private final ClusterLink link;
    private final List<Decision> decisions = new ArrayList<>();

    private Scenario(UnaryOperator<Engine.Builder> settings, long seed, Kind... kinds) {
        cluster = new VirtualCluster(seed);
        link = cluster.cluster().link(kinds);
        engine =
                settings.apply(
                                Engine.builder()
                                        .api(link)
                                        .clock(cluster.clock())
                                        .executor(new StepThreads())
                                        .seed(seed)
                                        .onDecision(decisions::add))
                        .build();
        link.watching(engine.reads()).deliverTo(engine::post);
        cluster.join(() -> link.pump(Integer.MAX_VALUE));
        cluster.join(Actor.of(engine::runOnce, engine::dueNanos));
    }

    /// A scheduler with this profile and an empty cluster.
    public static Scenario of(ProfileSpec profile) {
        return of(profile, 1);
    }

    /// As [#of(ProfileSpec)], with another seed for all random decisions.
    public static Scenario of(ProfileSpec profile, long seed) {
        return new Scenario(builder -> builder.profile(profile), seed);
    }

    /// A scheduler with these settings, including profiles, that also watches these kinds.
    public static Scenario of(UnaryOperator<Engine.Builder> settings, Kind... kinds) {
        return new Scenario(settings, 1, kinds);
    }

    public Scenario nodes(NodeBuilder... nodes) {
        return nodes(List.of(nodes));
    }

    public Scenario nodes(List<NodeBuilder> nodes) {
        nodes.forEach(node -> cluster.create(Encoder.node(node.build())));
        return this;
    }

    /// Creates pods that already have a node.
    public Scenario running(PodBuilder... pods) {
        return create(pods);
    }

    public Scenario create(PodBuilder... pods) {
        return create(List.of(pods));
    }

    public Scenario create(List<PodBuilder> pods) {
        pods.forEach(pod -> cluster.create(withoutIdentity(Encoder.pod(pod.build()))));
        return this;
    }

    // The API server sets the identity and the creation time.
    private static Json.Obj withoutIdentity(Json.Obj pod) {
        return pod.at("metadata")
                .map(metadata ->
                        pod.with(
                                "metadata",
                                ((Json.Obj) metadata)
                                        .without("uid")
                                        .without("resourceVersion")
                                        .without("creationTimestamp")))
                .orElse(pod);
    }

    /// Creates claims; the API server sets their identity.
    public Scenario create(ClaimBuilder... claims) {
        Stream.of(claims).forEach(claim -> cluster.create(claim.build()));
        return this;
    }

    public Scenario create(VolumeBuilder... volumes) {
        Stream.of(volumes).forEach(volume -> cluster.create(volume.build()));
        return this;
    }

    /// Creates any other object, as `kubectl create` does.
    public Scenario create(Json.Obj object) {
        cluster.create(object);
        return this;
    }

    /// Creates the objects in YAML or JSON, including custom resources, as `kubectl create` does.
    public Scenario create(String manifests) {
        Manifests.parse("manifests", manifests).forEach(each -> cluster.create(each.object()));
        return this;
    }

    /// Replaces an object other than a pod or node.
    public Scenario replace(Json.Obj object) {
        cluster.store().replace(object, WriteScope.WHOLE).orThrow();
        return this;
    }

    /// Updates pods to match the builders: labels, annotations, scheduling gates and containers.
    /// Tolerations are added to the existing ones.
    public Scenario update(PodBuilder... pods) {
        for (PodBuilder builder : pods) {
            Pod pod = builder.build();
            ObjectVersion stored = stored(pod.key());
            cluster.store()
                    .replace(AppliedObjects.pod(stored.json(), Encoder.pod(pod)), WriteScope.MAIN)
                    .orThrow();
        }
        return this;
    }

    /// Updates nodes to match the builders.
    public Scenario update(NodeBuilder... nodes) {
        for (NodeBuilder builder : nodes) {
            Node node = builder.build();
            ObjectVersion stored = cluster.store().get(Kind.NODE, "", node.name()).orThrow();
            cluster.store()
                    .replace(
                            AppliedObjects.node(stored.json(), Encoder.node(node)),
                            WriteScope.WHOLE)
                    .orThrow();
        }
        return this;
    }

    /// Removes all scheduling gates.
    public Scenario ungate(String... pods) {
        for (String pod : pods) {
            Json.Obj none = Json.Obj.of("schedulingGates", Json.Null.NULL);
            patch(pod, Json.Obj.of("spec", none), WriteScope.MAIN);
        }
        return this;
    }

    /// Sets `status.nominatedNodeName` of a pod, as another component such as an autoscaler does.
    /// The empty name removes the nomination.
    public Scenario nominate(String pod, String node) {
        Json name = node.isEmpty() ? Json.Null.NULL : Json.of(node);
        patch(
                pod,
                Json.Obj.of("status", Json.Obj.of("nominatedNodeName", name)),
                WriteScope.STATUS);
        return this;
    }

    private void patch(String pod, Json.Obj change, WriteScope part) {
        cluster.store().patch(stored(pod), new Patch.Merge(change), part).orThrow();
    }

    /// Allows a pod that waits on Permit, on behalf of a plugin.
    public Scenario allow(String pod, String plugin) {
        engine.post(new Message.Allow(pod(pod).uid(), plugin));
        return this;
    }

    /// Rejects a pod that waits on Permit, on behalf of a plugin.
    public Scenario deny(String pod, String plugin, String why) {
        engine.post(new Message.Reject(pod(pod).uid(), plugin, why));
        return this;
    }

    /// Requests that the scheduler puts these profiles in force, without extenders and with the
    /// default backoff. Attempts in progress keep their profile.
    public CompletableFuture<ReloadOutcome> reload(ProfileSpec... profiles) {
        return engine.reload(
                new EngineConfiguration(
                        List.of(profiles),
                        List.of(),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(10)));
    }

    /// Sends a message to the scheduler.
    public Scenario report(Message message) {
        engine.post(message);
        return this;
    }

    public Scenario activate(String... pods) {
        engine.post(new Message.Activate(Stream.of(pods).map(Scenario::key).toList()));
        return this;
    }

    /// Deletes a pod immediately, without a grace period.
    public Scenario delete(String pod) {
        ObjectVersion stored = stored(pod);
        cluster.store().delete(Kind.POD, stored.namespace(), stored.name(), DeleteRequest.NOW);
        return this;
    }

    /// Deletes a pod with its grace period.
    public Scenario evict(String pod) {
        ObjectVersion stored = stored(pod);
        cluster.store().delete(Kind.POD, stored.namespace(), stored.name(), DeleteRequest.DEFAULT);
        return this;
    }

    /// Deletes a claim in the namespace `default`.
    public Scenario deleteClaim(String claim) {
        cluster.store().delete(Kind.PERSISTENT_VOLUME_CLAIM, "default", claim, DeleteRequest.NOW);
        return this;
    }

    public Scenario deleteVolume(String volume) {
        cluster.store().delete(Kind.PERSISTENT_VOLUME, "", volume, DeleteRequest.NOW);
        return this;
    }

    public Scenario deleteNode(String node) {
        cluster.store().delete(Kind.NODE, "", node, DeleteRequest.DEFAULT);
        return this;
    }

    /// Runs the scheduler, the controllers and the kubelets until nothing is left to do at the
    /// current time.
    public Scenario untilQuiet() {
        cluster.settle();
        return this;
    }

    public Scenario advance(Duration time) {
        cluster.advance(time);
        return this;
    }

    /// Advances the clock until the expectation holds. The clock does not wait in real time.
    ///
    /// ```java
    /// scenario.eventually(Duration.ofMinutes(1), it -> it.expectScheduledOn("web", "n1"));
    /// ```
    ///
    /// @throws AssertionError of the expectation, if it does not hold within this time
    public Scenario eventually(Duration atMost, Consumer<Scenario> expectation) {
        Duration left = atMost;
        while (true) {
            untilQuiet();
            try {
                expectation.accept(this);
                return this;
            } catch (AssertionError failed) {
                if (!left.isPositive()) {
                    throw failed;
                }
            }
            Duration step = left.compareTo(STEP) < 0 ? left : STEP;
            advance(step);
            left = left.minus(step);
        }
    }

    public Scenario expectScheduled(String... pods) {
        for (String name : pods) {
            require(pod(name).assigned(), name + " is not scheduled: " + why(name));
        }
        return this;
    }

    public Scenario expectScheduledOn(String pod, String node) {
        String on = pod(pod).spec().nodeName();
        require(
                on.equals(node),
                "%s is on '%s', not on '%s': %s".formatted(pod, on, node, why(pod)));
        return this;
    }

    /// Asserts that the pod is pending with exactly this message in its `PodScheduled` condition.
    public Scenario expectPending(String pod, String message) {
        require(!pod(pod).assigned(), pod + " is on " + pod(pod).spec().nodeName());
        require(
                why(pod).equals(message),
                "%s is pending because '%s', not because '%s'".formatted(pod, why(pod), message));
        return this;
    }

    /// Asserts the queue of pending pods: `active`, `backoff`, `unschedulable`, `gated` or
    /// `inflight`.
    public Scenario expectIn(String queue, String... pods) {
        for (String name : pods) {
            PendingPod pod = pending(name);
            require(
                    pod.queue().equals(queue),
                    "%s is in '%s', not in '%s': %s".formatted(name, pod.queue(), queue, pod));
        }
        return this;
    }

    /// Asserts that the pod is unschedulable and that exactly these plugins rejected it.
    public Scenario expectUnschedulableBy(String pod, String... plugins) {
        expectIn("unschedulable", pod);
        Set<String> rejectors = pending(pod).rejectedBy();
        require(
                rejectors.equals(Set.of(plugins)),
                "%s is unschedulable because of %s, not because of %s"
                        .formatted(pod, rejectors, List.of(plugins)));
        return this;
    }

    /// Asserts the nominated node of the pod; the empty name for none.
    public Scenario expectNominated(String pod, String node) {
        String nominated = pod(pod).status().nominatedNodeName();
        require(
                nominated.equals(node),
                "the nominated node of %s is '%s', not '%s'".formatted(pod, nominated, node));
        return this;
    }

    /// Asserts the number of attempts so far.
    public Scenario expectAttempts(String pod, int attempts) {
        int made = attempts(pod);
        require(made == attempts, "%s had %d attempts, not %d".formatted(pod, made, attempts));
        return this;
    }

    /// Asserts the event that requeued the pod before its last attempt.
    public Scenario expectRequeuedBy(String pod, String event) {
        String requeued = requeuedBy(pod);
        require(
                requeued.equals(event),
                "%s was requeued by '%s', not by '%s'".formatted(pod, requeued, event));
        return this;
    }

    /// Asserts that the claim and the volume are bound to each other.
    public Scenario expectBound(String claim, String volume) {
        PersistentVolumeClaim stored = claim(claim);
        require(
                stored.volumeName().equals(volume) && stored.phase().equals("Bound"),
                "claim %s has the volume '%s' and the phase %s"
                        .formatted(claim, stored.volumeName(), stored.phase()));
        var holder =
                (PersistentVolume)
                        cluster.store().get(Kind.PERSISTENT_VOLUME, "", volume).orThrow().typed();
        require(
                holder.claim().filter(each -> each.means(stored)).isPresent(),
                "volume %s is bound to the claim %s".formatted(volume, holder.claim()));
        return this;
    }

    /// A claim in the namespace `default`.
    public PersistentVolumeClaim claim(String name) {
        return (PersistentVolumeClaim)
                cluster.store()
                        .get(Kind.PERSISTENT_VOLUME_CLAIM, "default", name)
                        .orThrow()
                        .typed();
    }

    /// Asserts that the scheduler is idle: no pod is in flight, assumed, waiting on Permit or being
    /// bound. Only pending pods have nominations, and no pod was requeued by the five-minute flush.
    public Scenario expectAtRest() {
        EngineStats stats = stats();
        boolean rests =
                stats.queue().active() == 0
                        && stats.queue().inFlight() == 0
                        && stats.queue().inFlightEvents() == 0
                        && stats.assumed() == 0
                        && stats.assumedObjects() == 0
                        && stats.waiting() == 0
                        && stats.binding() == 0
                        && stats.awaiting() == 0;
        require(rests, "the scheduler is not idle: " + stats);
        Map<String, String> nominations = new TreeMap<>(ask(new Query.Nominations()));
        nominations.keySet().removeAll(unassigned().stream().map(Pod::uid).toList());
        require(
                nominations.isEmpty(),
                "nodes are nominated for pods that are not pending: " + nominations);
        require(
                stats.flushRequeues() == 0,
                "the flush of unschedulable pods placed a pod, so a queueing hint is missing: "
                        + stats);
        return this;
    }

    /// Advances the clock until the five-minute flush retries all unschedulable pods, and asserts
    /// that they are all unschedulable again. A pod that is scheduled shows that an event was
    /// missed.
    public Scenario expectNoPodForgotten() {
        List<String> unschedulable = keys(unassigned());
        advance(Duration.ofMinutes(6)).untilQuiet();
        List<String> left = keys(unassigned());
        require(
                left.equals(unschedulable),
                "the flush of unschedulable pods placed some of "
                        + unschedulable
                        + "; still pending: "
                        + left);
        return this;
    }

    private static List<String> keys(List<Pod> pods) {
        return pods.stream().map(Pod::key).toList();
    }

    private List<Pod> unassigned() {
        return cluster.store().list(ObjectSelection.of(Kind.POD)).objects().stream()
                .map(version -> (Pod) version.typed())
                .filter(pod -> !pod.assigned())
                .toList();
    }

    /// The number of attempts for the pod.
    public int attempts(String pod) {
        return decisionsOn(pod).size();
    }

    /// The event that requeued the pod before its last attempt.
    public String requeuedBy(String pod) {
        List<Decision> made = decisionsOn(pod);
        require(!made.isEmpty(), pod + " had no attempt");
        return requeuedBy(made.getLast());
    }

    /// The event that requeued the pod before this attempt.
    public static String requeuedBy(Decision decision) {
        String event = "";
        String last = "";
        for (QueueMove move : decision.moves()) {
            if (move.queue().equals("inflight")) {
                event = last;
            }
            last = move.event();
        }
        return event;
    }

    private List<Decision> decisionsOn(String pod) {
        String key = key(pod);
        return decisions.stream().filter(decision -> decision.pod().equals(key)).toList();
    }

    /// The state of a pending pod in the queue.
    public PendingPod pending(String pod) {
        String key = key(pod);
        return ask(new Query.PendingPods()).stream()
                .filter(each -> each.pod().equals(key))
                .findFirst()
                .orElseThrow(() -> new AssertionError(pod + " is in no queue"));
    }

    /// Sends a query to the scheduler and returns the result.
    public <T> T ask(Query<T> query) {
        var answer = engine.ask(query);
        while (!answer.isDone()) {
            engine.runOnce();
        }
        return answer.join();
    }

    /// Asserts that the pods were preempted: each has a `Preempted` event, and the pods that still
    /// exist have the condition and a deletion timestamp.
    public Scenario expectPreempted(String... pods) {
        for (String name : pods) {
            require(
                    noted("Preempted").containsKey(key(name)),
                    name + " is not among the preempted: " + noted("Preempted"));
            find(name)
                    .ifPresent(stored -> {
                        Pod pod = (Pod) stored.typed();
                        boolean leaves =
                                pod.terminating()
                                        && pod.status().condition("DisruptionTarget").isPresent();
                        require(leaves, name + " is not being deleted although it was preempted");
                    });
        }
        return this;
    }

    /// Asserts that the pods exist, are not being deleted and were not preempted.
    public Scenario expectUntouched(String... pods) {
        for (String name : pods) {
            require(!pod(name).terminating(), name + " is being deleted");
            require(
                    !noted("Preempted").containsKey(key(name)),
                    name + " was preempted: " + noted("Preempted").get(key(name)));
        }
        return this;
    }

    public Scenario expectGone(String... pods) {
        for (String name : pods) {
            require(find(name).isEmpty(), name + " still exists");
        }
        return this;
    }

    /// The notes of the events with this reason, by the pod that they regard.
    public Map<String, List<String>> noted(String reason) {
        var notes = new TreeMap<String, List<String>>();
        for (ObjectVersion event : cluster.store().list(ObjectSelection.of(Kind.EVENT)).objects()) {
            Json.Obj json = event.json();
            if (json.textAt("reason").filter(reason::equals).isPresent()) {
                Json.Obj about = (Json.Obj) json.at("regarding").orElseThrow();
                String pod =
                        about.textAt("namespace").orElse("")
                                + "/"
                                + about.textAt("name").orElseThrow();
                notes.computeIfAbsent(pod, p -> new ArrayList<>())
                        .add(json.textAt("note").orElse(""));
            }
        }
        return notes;
    }

    public Scenario expectEvent(String reason) {
        List<String> reasons = events();
        require(reasons.contains(reason), "no event " + reason + " among " + reasons);
        return this;
    }

    /// The reasons of all events so far.
    public List<String> events() {
        var reasons = new ArrayList<String>();
        for (ObjectVersion event : cluster.store().list(ObjectSelection.of(Kind.EVENT)).objects()) {
            event.json().at("reason").ifPresent(reason -> reasons.add(((Json.Str) reason).value()));
        }
        return reasons;
    }

    /// The decisions of all attempts so far, oldest first.
    public List<Decision> decisions() {
        return decisions;
    }

    public EngineStats stats() {
        return engine.stats();
    }

    /// The cluster, for operations that this class does not offer: faults, stages, other objects.
    public VirtualCluster cluster() {
        return cluster;
    }

    public ClusterLink link() {
        return link;
    }

    /// The stored pod with this name or `namespace/name`.
    public Pod pod(String name) {
        return (Pod) stored(name).typed();
    }

    private ObjectVersion stored(String pod) {
        return find(pod).orElseThrow(() -> new AssertionError("no such pod: " + pod));
    }

    private Optional<ObjectVersion> find(String pod) {
        String key = key(pod);
        int slash = key.indexOf('/');
        return cluster.store().find(Kind.POD, key.substring(0, slash), key.substring(slash + 1));
    }

    private static String key(String pod) {
        return pod.contains("/") ? pod : "default/" + pod;
    }

    private String why(String pod) {
        return pod(pod).status().condition("PodScheduled").map(c -> c.message()).orElse("");
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }

    @Override
    public void close() {
        engine.close();
        link.close();
    }
}
