package dev.berth.engine.state;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.spi.AffinityTermGroups;
import dev.berth.spi.AffinityTermReader;
import dev.berth.spi.Assumption;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.ObjectLister;
import dev.berth.spi.PodMatcher;
import dev.berth.spi.SelectorGroup;
import dev.berth.spi.StateObserver;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The cluster as the scheduling thread knows it.
///
/// There is one copy and one owner: the scheduling thread writes it, and nobody else reads it. So
/// there is no snapshot, no lock and no generation to compare; what kube-scheduler calls cache and
/// snapshot is this. Two things follow. A cycle sees the state of the moment it runs in, since
/// messages are applied between cycles only. And whatever is cached per row elsewhere is kept right
/// by the [ChangeLog], which names every row that changed.
///
/// A pod is known by its UID. It may be *seen* (the API server told us of it) and *charged* (it
/// takes room on a row); a charged pod is *assumed* when we placed it and the API server has not
/// confirmed that yet:
///
/// ```
/// seen --assume--> assumed --place--> placed --remove--> gone
///         ^            |
///         +---forget---+
/// ```
///
/// Assumed pods never expire: they leave by confirmation, by [#forget] when binding failed, or with
/// the pod itself. Where kube-scheduler ends the process because its cache contradicts an event, we
/// take the event as the truth, put the row right and count a repair (see [#repairs]).
///
/// Two UIDs never share a name: the pod that comes later replaces the earlier one, which the caller
/// is told to bury first ([#uidOf]).
public final class ClusterState {
    private static final long REPAIR_EVERY_NANOS = 1_000_000_000;

    private final NodeTable nodes = new NodeTable();
    private final Nominations nominations = new Nominations(nodes);
    private final ClusterObjects objects =
            new ClusterObjects(this::checkOwner, this::expectationChanged);
    private final SelectorGroups groups = new SelectorGroups(nodes);
    private final AffinityTermIndex terms = new AffinityTermIndex(nodes);
    private final Map<String, PodEntry> pods = new LinkedHashMap<>();
    private final Map<String, String> uidByKey = new HashMap<>();
    private final List<Observer> observers = new ArrayList<>();
    private @Nullable Thread owner;
    private int assumed;
    private int charged;
    private long repairs;
    private Consumer<ObjectChange> onAssumed = change -> {};

    /// From now on only the calling thread may use this state.
    public void own() {
        owner = Thread.currentThread();
    }

    /// Adds an observer, which is first told the present state. What it throws goes to `failed` and
    /// changes nothing here; see [#repairObservers].
    public void observe(StateObserver observer, Consumer<Throwable> failed) {
        var guarded = new Observer(observer, failed);
        observers.add(guarded);
        replayTo(guarded);
    }

    /// Tells observers that failed the whole state anew, since what they hold is not to be trusted.
    /// One that fails at that too is left alone for a while.
    public void repairObservers(long nowNanos) {
        for (Observer observer : observers) {
            if (observer.lost && nowNanos >= observer.retryNanos) {
                observer.retryNanos = nowNanos + REPAIR_EVERY_NANOS;
                observer.lost = false;
                observer.report(StateObserver::forgetAll);
                replayTo(observer);
            }
        }
    }

    private void replayTo(Observer guarded) {
        for (int row = nodes.all().next(0); row >= 0; row = nodes.all().next(row + 1)) {
            Optional<Node> node = Optional.of(nodes.view(row).node());
            guarded.report(each -> each.nodeChanged(Optional.empty(), node));
        }
        for (KubeObject object : objects.all()) {
            Optional<KubeObject> expected = Optional.of(objects.expected(object));
            guarded.report(each -> {
                each.objectChanged(Optional.empty(), Optional.of(object));
                each.assumedObjectChanged(Optional.empty(), expected);
            });
        }
        for (PodEntry entry : pods.values()) {
            entry.charged()
                    .ifPresent(pod ->
                            guarded.report(each -> each.podPlaced(pod, pod.spec().nodeName())));
        }
    }

    private static final class Observer {
        private final StateObserver plugin;
        private final Consumer<Throwable> failed;
        private boolean lost;
        private long retryNanos = Long.MIN_VALUE;

        Observer(StateObserver plugin, Consumer<Throwable> failed) {
            this.plugin = plugin;
            this.failed = failed;
        }

        /// One that failed hears nothing until it is told everything.
        void report(Consumer<StateObserver> what) {
            if (lost) {
                return;
            }
            try {
                what.accept(plugin);
            } catch (RuntimeException | Error problem) {
                lost = true;
                failed.accept(problem);
            }
        }
    }

    private void report(Consumer<StateObserver> what) {
        for (Observer observer : observers) {
            observer.report(what);
        }
    }

    public NodeTable nodes() {
        return nodes;
    }

    public Nominations nominations() {
        return nominations;
    }

    /// The pending pods that were promised the node, in order of promise.
    public List<Pod> nominated(String node) {
        var nominated = new ArrayList<Pod>();
        for (String uid : nominations.podsOn(node)) {
            pod(uid).map(PodEntry::seen).ifPresent(nominated::add);
        }
        return nominated;
    }

    public ObjectLister objects() {
        return objects;
    }

    /// Calls `listener` when something is assumed or taken back that parked pods are to hear of.
    public void onAssumed(Consumer<ObjectChange> listener) {
        onAssumed = listener;
    }

    /// Whether pods have heard already of what `object` shows now, or of something newer.
    public boolean confirms(KubeObject object) {
        return objects.confirms(object);
    }

    /// How many objects other than pods something is assumed of.
    public int assumedObjects() {
        return objects.assumed();
    }

    private void expectationChanged(KubeObject before, KubeObject after, Assumption how) {
        report(observer -> observer.assumedObjectChanged(Optional.of(before), Optional.of(after)));
        if (how == Assumption.UNTIL_NEWER) {
            onAssumed.accept(ObjectChange.updated(before, after));
        }
    }

    /// What there is of the kind is known from now on.
    public void listed(Kind kind) {
        objects.listed(kind);
    }

    public void unlisted(Kind kind, String why) {
        objects.unlisted(kind, why);
    }

    /// Whether all nodes and pods have been told: without them nothing can be decided.
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

    public SelectorGroup group(PodMatcher matcher) {
        return groups.group(matcher);
    }

    public Collection<PodEntry> pods() {
        return Collections.unmodifiableCollection(pods.values());
    }

    public Optional<PodEntry> pod(String uid) {
        return Optional.ofNullable(pods.get(uid));
    }

    /// The UID of the pod known under `namespace/name`.
    public Optional<String> uidOf(String key) {
        return Optional.ofNullable(uidByKey.get(key));
    }

    public boolean assumed(String uid) {
        PodEntry entry = pods.get(uid);
        return entry != null && entry.assumed;
    }

    /// How many pods are assumed now.
    public int assumedPods() {
        return assumed;
    }

    /// How many pods stand on nodes, those assumed included.
    public int chargedPods() {
        return charged;
    }

    /// How often an event contradicted what we held and was taken as the truth.
    public long repairs() {
        return repairs;
    }

    public Optional<Node> put(Node node) {
        checkOwner();
        Optional<Node> before = nodes.put(node);
        nominations.nodeCame(node.name());
        report(observer -> observer.nodeChanged(before, Optional.of(node)));
        return before;
    }

    public Optional<Node> removeNode(String name) {
        checkOwner();
        nominations.nodeGoes(name);
        Optional<Node> before = nodes.remove(name);
        if (before.isPresent()) {
            report(observer -> observer.nodeChanged(before, Optional.empty()));
        }
        return before;
    }

    /// Takes note of a pod as the API server tells it, without charging it anywhere.
    public PodEntry see(Pod pod) {
        checkOwner();
        PodEntry entry = pods.get(pod.uid());
        if (entry == null) {
            entry = new PodEntry(pod);
            pods.put(pod.uid(), entry);
            uidByKey.put(pod.key(), pod.uid());
        } else {
            entry.seen = pod;
            nominations.changed(pod.uid());
        }
        return entry;
    }

    /// Charges a pod to the node chosen for it until the API server confirms.
    public void assume(Pod placed) {
        checkOwner();
        PodEntry entry = pods.get(placed.uid());
        if (entry == null) {
            throw new IllegalStateException(
                    "pod " + placed.key() + " is unknown, so it cannot be assumed");
        }
        if (entry.charged != null) {
            throw new IllegalStateException(
                    "pod "
                            + placed.uid()
                            + "("
                            + placed.key()
                            + ") is in the cache, so can't be assumed");
        }
        charge(entry, placed);
        entry.assumed = true;
        assumed++;
        nominations.settle(placed.uid(), placed.spec().nodeName());
    }

    /// Takes back an assumption; returns what was charged, or nothing when there is none to take
    /// back.
    public Optional<Pod> forget(String uid) {
        checkOwner();
        PodEntry entry = pods.get(uid);
        if (entry == null || !entry.assumed) {
            return Optional.empty();
        }
        Pod charged = discharge(entry);
        return Optional.of(charged);
    }

    /// Takes note of a pod on its node: confirms our assumption, updates it, or adds it.
    public void place(Pod pod) {
        checkOwner();
        PodEntry entry = see(pod);
        Pod before = entry.charged;
        nominations.settle(pod.uid(), pod.spec().nodeName());
        if (before != null && sameCharge(before, pod)) {
            // Our own binding confirmed, or an update that moves no count: the row stays as it is.
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

    /// Removes a pod altogether; returns what was charged, if anything.
    public Optional<Pod> removePod(String uid) {
        checkOwner();
        nominations.remove(uid);
        PodEntry entry = pods.remove(uid);
        if (entry == null) {
            return Optional.empty();
        }
        uidByKey.remove(entry.seen.key(), uid);
        return entry.charged == null ? Optional.empty() : Optional.of(discharge(entry));
    }

    /// Takes a pod off the node it was charged to although it still exists, because the API server
    /// says it has none.
    public Optional<Pod> displace(String uid) {
        checkOwner();
        PodEntry entry = pods.get(uid);
        if (entry == null || entry.charged == null) {
            return Optional.empty();
        }
        repairs++;
        return Optional.of(discharge(entry));
    }

    public Optional<KubeObject> put(KubeObject object) {
        checkOwner();
        Optional<KubeObject> expected =
                objects.find(object.kind(), object.key()).map(objects::expected);
        Optional<KubeObject> before = objects.put(object);
        objectChanged(before, Optional.of(object), expected);
        return before;
    }

    public Optional<KubeObject> removeObject(Kind kind, String key, String uid) {
        checkOwner();
        Optional<KubeObject> expected = objects.find(kind, key).map(objects::expected);
        Optional<KubeObject> before = objects.remove(kind, key, uid);
        if (before.isPresent()) {
            objectChanged(before, Optional.empty(), expected);
        }
        return before;
    }

    /// @param expected what had been expected of it
    private void objectChanged(
            Optional<KubeObject> before,
            Optional<KubeObject> after,
            Optional<KubeObject> expected) {
        Kind kind = after.or(() -> before).orElseThrow().kind();
        boolean sameLabels =
                before.isPresent()
                        && after.isPresent()
                        && before.get().meta().labels().equals(after.get().meta().labels());
        if (kind.equals(Kind.NAMESPACE) && !sameLabels) {
            terms.forgetMatches();
            groups.namespacesChanged();
        }
        Optional<KubeObject> expectedNow = after.map(objects::expected);
        report(observer -> {
            observer.objectChanged(before, after);
            if (!expected.equals(expectedNow)) {
                observer.assumedObjectChanged(expected, expectedNow);
            }
        });
    }

    private void charge(PodEntry entry, Pod pod) {
        nodes.charge(entry, pod);
        charged++;
        groups.add(entry, pod);
        terms.add(entry, pod);
        report(observer -> observer.podPlaced(pod, pod.spec().nodeName()));
    }

    private Pod discharge(PodEntry entry) {
        Pod charged = entry.charged().orElseThrow();
        groups.remove(entry);
        terms.remove(entry);
        nodes.discharge(entry);
        this.charged--;
        settle(entry);
        report(observer -> observer.podRemoved(charged, charged.spec().nodeName()));
        return charged;
    }

    private void settle(PodEntry entry) {
        if (entry.assumed) {
            entry.assumed = false;
            assumed--;
        }
    }

    /// Whether nothing that is counted differs between the two.
    private static boolean sameCharge(Pod before, Pod after) {
        return before.spec().nodeName().equals(after.spec().nodeName())
                && before.template().equals(after.template())
                && before.labels().equals(after.labels())
                && before.meta().deleted().equals(after.meta().deleted())
                && before.status().containers().equals(after.status().containers())
                && before.status().resources().equals(after.status().resources())
                && before.status().allocated().equals(after.status().allocated())
                // Conditions count only through a resize, which shows in the statuses of containers
                // or pod.
                && (after.status().containers().isEmpty() && after.status().resources().isEmpty()
                        || before.status().conditions().equals(after.status().conditions()));
    }

    private void checkOwner() {
        if (owner != null && !owner.equals(Thread.currentThread())) {
            throw new IllegalStateException(
                    "cluster state belongs to thread "
                            + owner.getName()
                            + ", not to "
                            + Thread.currentThread().getName());
        }
    }
}
