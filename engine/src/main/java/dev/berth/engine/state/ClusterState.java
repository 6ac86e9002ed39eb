package dev.berth.engine.state;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.spi.AffinityTermGroups;
import dev.berth.spi.AffinityTermReader;
import dev.berth.spi.Assumption;
import dev.berth.spi.ObjectLister;
import dev.berth.spi.StateObserver;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The cluster as the scheduling thread knows it (kube-scheduler: `Cache` and `Snapshot`).
///
/// There is one copy and one owner: only the scheduling thread reads and writes it. So there is no
/// snapshot, no lock and no generation to compare. A cycle sees the state of the moment it runs in,
/// because messages are applied between cycles only. Caches by row are updated from the
/// [ChangeLog], which names every row that changed.
///
/// A pod is known by its UID. It may be *seen* (the API server reported it) and *charged* (it is
/// accounted on a row). A charged pod is *assumed* when the engine placed it and the API server has
/// not confirmed that yet:
///
/// ```
/// seen --assume--> assumed --place--> placed --remove--> gone
///         ^            |
///         +---forget---+
/// ```
///
/// Assumed pods never expire: they leave by confirmation, by [#forget] when binding failed, or with
/// the pod itself. Where kube-scheduler ends the process because its cache contradicts an event,
/// the state follows the event and counts a repair (see [#repairs]).
///
/// Every method that changes the state returns the [StateChange]. Nothing here calls the queue.
public final class ClusterState {
    private final NodeTable nodes = new NodeTable();
    private final Nominations nominations = new Nominations(nodes);
    private final ClusterObjects objects =
            new ClusterObjects(this::checkOwner, this::expectationChanged);
    private final SelectorGroups groups = new SelectorGroups(nodes);
    private final AffinityTermIndex terms = new AffinityTermIndex(nodes);
    private final Map<String, PodEntry> pods = new LinkedHashMap<>();
    private final PodNames names = new PodNames();
    private final StateObservers observers = new StateObservers(nodes, objects, pods);
    private final ObjectUpdates objectUpdates =
            new ObjectUpdates(objects, observers, groups, terms);
    private final List<StateChange<KubeObject>> assumedByPlugins = new ArrayList<>();
    private @Nullable Thread owner;
    private int assumed;
    private int charged;
    private long repairs;

    /// From now on only the calling thread may use this state.
    public void own() {
        owner = Thread.currentThread();
    }

    /// Runs a call of an observer; false if it fails.
    @FunctionalInterface
    public interface ObserverCall {
        boolean run(Consumer<StateObserver> change);
    }

    /// Adds an observer, which receives the present state at once. The result removes it.
    public Runnable observe(StateObserver observer, ObserverCall call) {
        return observers.add(observer, call);
    }

    /// Rebuilds observers that failed from the present state.
    public void repairObservers(long nowNanos) {
        observers.repair(nowNanos);
    }

    public NodeTable nodes() {
        return nodes;
    }

    public Nominations nominations() {
        return nominations;
    }

    /// The pending pods that are nominated to the node, in the order of their nomination.
    public List<Pod> nominated(String node) {
        var nominated = new ArrayList<Pod>();
        List<String> uids = nominations.podsOn(node);
        uids.forEach(uid -> pod(uid).map(PodEntry::seen).ifPresent(nominated::add));
        return nominated;
    }

    public ObjectLister objects() {
        return objects;
    }

    /// The objects that plugins assumed or restored since the last call, and that may requeue pods.
    public List<StateChange<KubeObject>> takeAssumed() {
        if (assumedByPlugins.isEmpty()) {
            return List.of();
        }
        List<StateChange<KubeObject>> taken = List.copyOf(assumedByPlugins);
        assumedByPlugins.clear();
        return taken;
    }

    /// Whether pods were requeued when this version of the object, or a newer one, was assumed.
    public boolean confirms(KubeObject object) {
        return objects.confirms(object);
    }

    /// The number of assumed objects other than pods.
    public int assumedObjects() {
        return objects.assumed();
    }

    private void expectationChanged(KubeObject before, KubeObject after, Assumption how) {
        observers.inform(
                observer -> observer.assumedObjectChanged(Optional.of(before), Optional.of(after)));
        if (how == Assumption.UNTIL_NEWER) {
            assumedByPlugins.add(StateChange.of(Optional.of(before), Optional.of(after)));
        }
    }

    /// All objects of the kind are known from now on.
    public void listed(Kind kind) {
        objects.listed(kind);
    }

    public void unlisted(Kind kind, String why) {
        objects.unlisted(kind, why);
    }

    /// Whether all nodes and pods have been listed; no pod is scheduled before.
    public boolean ready() {
        return objects.knows(Kind.NODE) && objects.knows(Kind.POD);
    }

    /// Any object by kind and key, as last seen.
    public Optional<KubeObject> find(Kind kind, String key) {
        if (kind.equals(Kind.POD)) {
            return uidOf(key).flatMap(this::pod).map(PodEntry::seen);
        }
        return kind.equals(Kind.NODE) ? nodes.node(key).map(node -> node) : objects.find(kind, key);
    }

    public AffinityTermGroups terms(AffinityTermReader source) {
        return terms.of(source, pods.values());
    }

    public void forgetTerms(AffinityTermReader reader) {
        terms.forget(reader, pods.values());
    }

    public SelectorGroups groups() {
        return groups;
    }

    /// Grows with failures of matchers, term readers and node conditions, after which cached
    /// results may be wrong.
    public long matchFailures() {
        return groups.failures() + terms.failures() + nodes.conditionFailures;
    }

    public Collection<PodEntry> pods() {
        return Collections.unmodifiableCollection(pods.values());
    }

    public Optional<PodEntry> pod(String uid) {
        return Optional.ofNullable(pods.get(uid));
    }

    /// The UID of the pod known under `namespace/name`, or under the name of a pod.
    public Optional<String> uidOf(String key) {
        return names.uidOf(key);
    }

    public Optional<String> uidOf(Pod pod) {
        return names.uidOf(pod);
    }

    public boolean assumed(String uid) {
        PodEntry entry = pods.get(uid);
        return entry != null && entry.assumed;
    }

    /// The number of assumed pods.
    public int assumedPods() {
        return assumed;
    }

    /// The number of pods on nodes, assumed pods included.
    public int chargedPods() {
        return charged;
    }

    /// How often an event contradicted the state and the state was corrected.
    public long repairs() {
        return repairs;
    }

    /// An event contradicts the state, and the caller has corrected it.
    public void countRepair() {
        repairs++;
    }

    public StateChange<Node> put(Node node) {
        checkOwner();
        Optional<Node> before = nodes.put(node);
        nominations.nodeCame(node.name());
        observers.inform(observer -> observer.nodeChanged(before, Optional.of(node)));
        return StateChange.of(before, Optional.of(node));
    }

    public StateChange<Node> removeNode(String name) {
        checkOwner();
        nominations.nodeGoes(name);
        Optional<Node> before = nodes.remove(name);
        if (before.isPresent()) {
            observers.inform(observer -> observer.nodeChanged(before, Optional.empty()));
        }
        return StateChange.of(before, Optional.empty());
    }

    /// Adds or updates a pod as the API server reports it, without charging it to a row.
    public PodEntry addOrUpdatePod(Pod pod) {
        checkOwner();
        PodEntry entry = pods.get(pod.uid());
        if (entry == null) {
            entry = new PodEntry(pod);
            pods.put(pod.uid(), entry);
            names.add(pod);
        } else {
            entry.seen = pod;
            nominations.changed(pod.uid());
        }
        return entry;
    }

    /// Nominates a pending pod to a node, in place of any earlier nomination. The empty name clears
    /// the nomination.
    public StateChange<Pod> nominate(String uid, String node) {
        checkOwner();
        String before = nominations.nodeOf(uid);
        if (node.equals(before)) {
            return StateChange.none();
        }
        Optional<StateChange.EndedNomination> ended = endNomination(uid, "");
        nominations.put(uid, node);
        return StateChange.ofPod(Optional.empty(), Optional.empty(), ended);
    }

    /// The pod is placed on `node`, or gone. Its nomination to another node has ended.
    private Optional<StateChange.EndedNomination> endNomination(String uid, String node) {
        String nominated = nominations.remove(uid);
        PodEntry entry = pods.get(uid);
        return nominated.isEmpty() || nominated.equals(node) || entry == null
                ? Optional.empty()
                : Optional.of(new StateChange.EndedNomination(entry.seen, nominated));
    }

    /// Charges a pod to the node chosen for it until the API server confirms.
    public StateChange<Pod> assume(Pod placed) {
        checkOwner();
        PodEntry entry = pods.get(placed.uid());
        if (entry == null) {
            throw new IllegalStateException(
                    "pod " + placed.key() + " is unknown, so it cannot be assumed");
        }
        if (entry.charged != null) {
            throw new IllegalStateException(
                    "pod %s(%s) is in the cache, so can't be assumed"
                            .formatted(placed.uid(), placed.key()));
        }
        charge(entry, placed);
        entry.assumed = true;
        assumed++;
        return StateChange.ofPod(
                Optional.empty(),
                Optional.of(placed),
                endNomination(placed.uid(), placed.spec().nodeName()));
    }

    /// Forgets an assumed pod; returns the pod as charged, or nothing if the pod is not assumed.
    public StateChange<Pod> forget(String uid) {
        checkOwner();
        PodEntry entry = pods.get(uid);
        return StateChange.of(
                entry == null || !entry.assumed ? Optional.empty() : Optional.of(discharge(entry)),
                Optional.empty());
    }

    /// Adds or updates a pod on its node, or confirms that it is assumed there.
    public StateChange<Pod> place(Pod pod) {
        checkOwner();
        PodEntry entry = addOrUpdatePod(pod);
        Pod before = entry.charged;
        Optional<StateChange.EndedNomination> ended =
                endNomination(pod.uid(), pod.spec().nodeName());
        account(entry, before, pod);
        return StateChange.ofPod(Optional.ofNullable(before), Optional.of(pod), ended);
    }

    private void account(PodEntry entry, @Nullable Pod before, Pod pod) {
        if (before != null && PodEntry.sameCharge(before, pod)) {
            // The bind is confirmed, or the update changes no count: the row stays as it is.
            entry.charged = pod;
            nodes.touch(entry.row);
            settle(entry);
            return;
        }
        if (before != null) {
            if (!before.spec().nodeName().equals(pod.spec().nodeName())) {
                repairs++;
            }
            discharge(entry);
        }
        charge(entry, pod);
    }

    /// Removes a pod; returns the pod as charged, if it was.
    public StateChange<Pod> removePod(String uid) {
        checkOwner();
        Optional<StateChange.EndedNomination> ended = endNomination(uid, "");
        PodEntry entry = pods.remove(uid);
        if (entry == null) {
            return StateChange.of(Optional.empty(), Optional.empty());
        }
        names.remove(entry.seen);
        return StateChange.ofPod(
                entry.charged == null ? Optional.empty() : Optional.of(discharge(entry)),
                Optional.empty(),
                ended);
    }

    /// Discharges a pod that still exists, because the API server reports that it has no node.
    public StateChange<Pod> displace(String uid) {
        checkOwner();
        PodEntry entry = pods.get(uid);
        if (entry == null || entry.charged == null) {
            return StateChange.of(Optional.empty(), Optional.empty());
        }
        repairs++;
        return StateChange.of(Optional.of(discharge(entry)), Optional.empty());
    }

    public StateChange<KubeObject> put(KubeObject object) {
        checkOwner();
        return objectUpdates.put(object);
    }

    public StateChange<KubeObject> removeObject(Kind kind, String key, String uid) {
        checkOwner();
        return objectUpdates.remove(kind, key, uid);
    }

    private void charge(PodEntry entry, Pod pod) {
        nodes.charge(entry, pod);
        charged++;
        groups.add(entry, pod);
        terms.add(entry, pod);
        observers.placed(pod);
    }

    private Pod discharge(PodEntry entry) {
        Pod charged = entry.charged().orElseThrow();
        groups.remove(entry);
        terms.remove(entry);
        nodes.discharge(entry);
        this.charged--;
        settle(entry);
        observers.removed(charged);
        return charged;
    }

    private void settle(PodEntry entry) {
        if (entry.assumed) {
            entry.assumed = false;
            assumed--;
        }
    }

    private void checkOwner() {
        if (owner != null && !owner.equals(Thread.currentThread())) {
            throw new IllegalStateException(
                    "cluster state belongs to thread %s, not to %s"
                            .formatted(owner.getName(), Thread.currentThread().getName()));
        }
    }
}
