package dev.berth.testkit;

import dev.berth.engine.Engine;
import dev.berth.engine.StepThreads;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.view.Decision;
import dev.berth.engine.view.EngineStats;
import dev.berth.model.Encoder;
import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;
import dev.berth.sim.Actor;
import dev.berth.sim.VirtualCluster;
import dev.berth.sim.link.ClusterLink;
import dev.berth.sim.store.Deletion;
import dev.berth.sim.store.ObjectVersion;
import dev.berth.sim.store.Selection;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A whole cluster with a scheduler on virtual time, for tests that read like stories.
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
    private final VirtualCluster cluster;
    private final Engine engine;
    private final ClusterLink link;
    private final List<Decision> decisions = new ArrayList<>();

    private Scenario(ProfileSpec profile, long seed) {
        cluster = new VirtualCluster(seed);
        link = cluster.cluster().link();
        engine =
                Engine.builder()
                        .profile(profile)
                        .api(link)
                        .clock(cluster.clock())
                        .executor(new StepThreads())
                        .seed(seed)
                        .onDecision(decisions::add)
                        .build();
        link.deliverTo(engine::post);
        cluster.join(() -> link.pump(Integer.MAX_VALUE));
        cluster.join(Actor.of(engine::turn, engine::dueNanos));
    }

    /// A scheduler of this profile on an empty cluster.
    public static Scenario of(ProfileSpec profile) {
        return new Scenario(profile, 1);
    }

    /// The same with another seed for everything that is left to chance.
    public static Scenario of(ProfileSpec profile, long seed) {
        return new Scenario(profile, seed);
    }

    public Scenario nodes(NodeBuilder... nodes) {
        return nodes(List.of(nodes));
    }

    public Scenario nodes(List<NodeBuilder> nodes) {
        nodes.forEach(node -> cluster.create(Encoder.node(node.build())));
        return this;
    }

    /// Pods that are on their nodes already.
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

    // Who somebody is, and since when, is the server's to say.
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

    /// Any other object, as it would be applied.
    public Scenario create(Json.Obj object) {
        cluster.create(object);
        return this;
    }

    /// Deletes a pod at once; its kubelet does not get a say.
    public Scenario delete(String pod) {
        cluster.store().delete(Kind.POD, "default", pod, Deletion.NOW);
        return this;
    }

    public Scenario deleteNode(String node) {
        cluster.store().delete(Kind.NODE, "", node, Deletion.DEFAULT);
        return this;
    }

    /// Lets everybody work until nothing is left to do at this moment.
    public Scenario untilQuiet() {
        cluster.settle();
        return this;
    }

    public Scenario advance(Duration time) {
        cluster.advance(time);
        return this;
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

    /// Pending, with exactly this message in its condition.
    public Scenario expectPending(String pod, String message) {
        require(!pod(pod).assigned(), pod + " is on " + pod(pod).spec().nodeName());
        require(
                why(pod).equals(message),
                "%s is pending because '%s', not because '%s'".formatted(pod, why(pod), message));
        return this;
    }

    public Scenario expectEvent(String reason) {
        List<String> reasons = events();
        require(reasons.contains(reason), "no event " + reason + " among " + reasons);
        return this;
    }

    /// The reasons of all events so far.
    public List<String> events() {
        var reasons = new ArrayList<String>();
        for (ObjectVersion event : cluster.store().list(Selection.of(Kind.EVENT)).objects()) {
            event.json().at("reason").ifPresent(reason -> reasons.add(((Json.Str) reason).value()));
        }
        return reasons;
    }

    /// Every attempt so far, oldest first.
    public List<Decision> decisions() {
        return decisions;
    }

    public EngineStats stats() {
        return engine.stats();
    }

    /// The cluster itself, for whatever is not offered here: faults, stages, other objects.
    public VirtualCluster cluster() {
        return cluster;
    }

    public ClusterLink link() {
        return link;
    }

    /// The pod as it is stored.
    public Pod pod(String name) {
        Optional<ObjectVersion> found = cluster.store().find(Kind.POD, "default", name);
        if (found.isPresent() && found.get().typed() instanceof Pod pod) {
            return pod;
        }
        throw new AssertionError("there is no pod " + name);
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
