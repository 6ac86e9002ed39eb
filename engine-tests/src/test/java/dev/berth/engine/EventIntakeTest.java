package dev.berth.engine;

import static dev.berth.testkit.Build.namespace;
import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;
import static dev.berth.testkit.Build.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.port.Message;
import dev.berth.model.CustomObject;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Labels;
import dev.berth.model.Meta;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.NodeView;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.Permit;
import dev.berth.spi.PermitVerdict;
import dev.berth.spi.Placement;
import dev.berth.spi.Plugin;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;
import dev.berth.spi.Reserve;
import dev.berth.spi.Verdict;
import dev.berth.spi.WriteOutcome;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The events for each change that the API server reports, with the objects before and after.
class EventIntakeTest {
    private static final Kind FOO = new Kind("example.com", "v1", "Foo", "foos", true);
    private static final Kind STORAGE_CLASS =
            new Kind("storage.k8s.io", "v1", "StorageClass", "storageclasses", false);

    /// Keeps the pod `ears` unschedulable, and records every event as `event: before > after`.
    private static final class Ears implements Filter, EnqueueExtensions {
        private static final int[] ACTIONS = {
            ClusterEvent.ADD,
            ClusterEvent.DELETE,
            ClusterEvent.UPDATE_NODE_ALLOCATABLE,
            ClusterEvent.UPDATE_NODE_LABEL,
            ClusterEvent.UPDATE_NODE_TAINT,
            ClusterEvent.UPDATE_POD_LABEL,
            ClusterEvent.UPDATE_POD_SCALE_DOWN,
        };
        private final List<String> resources = new ArrayList<>();
        private final List<String> received = new ArrayList<>();

        Ears(String... resources) {
            this.resources.addAll(List.of(resources));
        }

        @Override
        public Set<Kind> reads() {
            return Set.of(FOO, Kind.SERVICE);
        }

        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            return cycle.pod().name().equals("ears")
                    ? PreFilterResult.rejectPod(Reject.unresolvable("all ears"))
                    : PreFilterResult.SKIP;
        }

        @Override
        public void eventsToRegister(QueueingHints hints) {
            for (String resource : resources) {
                for (int action : ACTIONS) {
                    ClusterEvent event = ClusterEvent.of(resource, action);
                    hints.on(
                            resource,
                            action,
                            (unschedulable, change) -> handle(event.label(), change));
                }
                hints.on(
                        resource,
                        ClusterEvent.UPDATE,
                        (unschedulable, change) -> handle(resource + "Update", change));
            }
        }

        private boolean handle(String event, ObjectChange change) {
            received.add(
                    "%s: %s > %s".formatted(event, name(change.before()), name(change.after())));
            return false;
        }

        private static String name(Optional<KubeObject> object) {
            return object.map(each -> each.meta().name() + suffix(each)).orElse("-");
        }

        private static String suffix(KubeObject object) {
            if (!(object instanceof Pod pod)) {
                return "";
            }
            String nominated = pod.status().nominatedNodeName();
            return (pod.assigned() ? "@" + pod.spec().nodeName() : "")
                    + (nominated.isEmpty() ? "" : "?" + nominated);
        }

        /// The events since the last call.
        List<String> take() {
            List<String> taken = List.copyOf(received);
            received.clear();
            return taken;
        }
    }

    private final Ears ears = new Ears("AssignedPod", "TargetPod", "Node");
    private final Map<String, Plugin> plugins = new LinkedHashMap<>();

    @BeforeEach
    void listen() {
        plugins.put("Ears", ears);
    }

    private Rig rig() {
        Rig rig = new Rig(plugins).nodes(node("n1")).pods(pod("ears"));
        var _ = ears.take();
        return rig;
    }

    @Test
    void aPodOnANodeComesChangesAndGoes() {
        Rig rig = rig().pods(pod("a").on("n1").scheduler("another"));
        assertThat(ears.take()).containsExactly("AssignedPodAdd: - > a@n1");
        rig.pods(pod("a").on("n1").scheduler("another").label("x", "y").resourceVersion("2"));
        assertThat(ears.take())
                .containsExactly(
                        "AssignedPodUpdatePodLabel: a@n1 > a@n1", "AssignedPodUpdate: a@n1 > a@n1");
        rig.gone("default/a");
        assertThat(ears.take()).containsExactly("AssignedPodDelete: a@n1 > -");
    }

    @Test
    void aFinishedPodIsAsGoodAsGone() {
        Rig rig = rig().pods(pod("a").on("n1"));
        var _ = ears.take();
        rig.pods(pod("a").on("n1").phase("Succeeded").resourceVersion("2"));
        assertThat(ears.take()).containsExactly("AssignedPodDelete: a@n1 > -");
    }

    @Test
    void aRepeatedUpdateIsHandledOnce() {
        rig().pods(pod("a").on("n1"), pod("a").on("n1")).nodes(node("n1"));
        assertThat(ears.take()).containsExactly("AssignedPodAdd: - > a@n1");
    }

    @Test
    void aPodWithoutANodeIsNoEventForOthers() {
        Rig rig = rig();
        rig.pods(pod("a").gate("g")).pods(pod("a").gate("g").label("x", "y")).gone("default/a");
        rig.pods(pod("b").scheduler("another")).gone("default/b");
        assertThat(ears.take()).isEmpty();
    }

    @Test
    void aBoundPodIsAnEventWhenTheServerConfirmsIt() {
        Rig rig = rig();
        rig.api.confirms = false;
        rig.pods(pod("a"));
        assertThat(ears.take()).as("an assumption is nobody's business").isEmpty();
        rig.api.confirm("default/a");
        rig.settle();
        assertThat(ears.take()).containsExactly("AssignedPodAdd: - > a@n1");
    }

    @Test
    void aPendingPodThatIsDeletedWasNoneOfTheOthersBusiness() {
        rig().pods(pod("a").gate("g")).gone("default/a");
        assertThat(ears.take()).isEmpty();
    }

    @Test
    void aPodCreatedAgainUnderItsNameIsADeletionAndACreation() {
        Rig rig = rig().pods(pod("a").uid("first").on("n1"));
        rig.pods(pod("a").uid("second").on("n1"));
        assertThat(ears.take())
                .containsExactly(
                        "AssignedPodAdd: - > a@n1",
                        "AssignedPodDelete: a@n1 > -",
                        "AssignedPodAdd: - > a@n1");
    }

    @Test
    void aNodeComesChangesAndGoes() {
        Rig rig = rig().nodes(node("n2"));
        assertThat(ears.take()).containsExactly("NodeAdd: - > n2");
        rig.nodes(node("n2").cpu("8").label("x", "y"));
        assertThat(ears.take())
                .containsExactly(
                        "NodeUpdateNodeAllocatable: n2 > n2",
                        "NodeUpdate: n2 > n2",
                        "NodeUpdateNodeLabel: n2 > n2",
                        "NodeUpdate: n2 > n2");
        rig.engine.post(new Message.NodeGone("n2"));
        rig.settle();
        assertThat(ears.take()).containsExactly("NodeDelete: n2 > -");
        rig.engine.post(new Message.NodeGone("n2"));
        rig.settle();
        assertThat(ears.take()).isEmpty();
    }

    @Test
    void anAssumedPodThatIsBeingDeletedReleasesItsResourcesAtOnce() {
        plugins.put("Waiting", waiting());
        Rig rig = rig().pods(pod("a"));
        rig.pods(pod("a").terminating().resourceVersion("2"));
        assertThat(ears.take())
                .as("once by the end of its wait, once by its deletion")
                .containsExactly("AssignedPodDelete: a@n1 > -", "AssignedPodDelete: a@n1 > -");
        rig.gone("default/a");
        assertThat(ears.take()).isEmpty();
    }

    @Test
    void aDeniedPodRequeuesForTheCapacityItReleases() {
        plugins.put("Waiting", waiting());
        Rig rig = rig().pods(pod("a"));
        rig.engine.post(new Message.Reject("default/a", "Waiting", "no"));
        rig.settle();
        assertThat(ears.take()).containsExactly("AssignedPodDelete: a@n1 > -");
    }

    @Test
    void aNominationClearedByTheServerFreesCapacityForPodsOfNoHigherPriority() {
        Rig rig = rig();
        rig.report(pod("a").gate("g").nominated("n1")).settle();
        rig.pods(pod("a").gate("g").resourceVersion("2"));
        assertThat(ears.take()).containsExactly("AssignedPodDelete: a?n1 > -");
        rig.pods(pod("b").gate("g").nominated("n1").priority(-1));
        rig.pods(pod("b").gate("g").nominated("n2").priority(-1).resourceVersion("2"));
        assertThat(ears.take()).as("ears has priority 0").isEmpty();
    }

    @Test
    void aNominationThatEndsWithItsPodFreesCapacity() {
        rig().pods(pod("a").gate("g").nominated("n1")).gone("default/a");
        assertThat(ears.take()).containsExactly("AssignedPodDelete: a?n1 > -");
    }

    @Test
    void aNominationSetWhileBindingRequeuesWhenItIsCleared() {
        plugins.put("Waiting", waiting());
        Rig rig = rig().pods(pod("a"));
        rig.pods(pod("a").nominated("n1").resourceVersion("2"));
        rig.engine.post(new Message.Reject("default/a", "Waiting", "no"));
        rig.settle();
        assertThat(ears.take()).containsExactly("AssignedPodDelete: a@n1 > -");
        rig.pods(pod("a").resourceVersion("3"));
        assertThat(ears.take()).containsExactly("AssignedPodDelete: a?n1 > -");
    }

    @Test
    void aNominationThatWeClearRequeuesOnce() {
        Filter broken =
                cycle -> {
                    throw new IllegalStateException("no idea");
                };
        plugins.put("Broken", broken);
        Rig rig = rig().pods(pod("a").nominated("n1"));
        assertThat(ears.take()).containsExactly("AssignedPodDelete: a?n1 > -");
        rig.pods(pod("a").resourceVersion("2"));
        assertThat(ears.take()).isEmpty();
    }

    @Test
    void aGatedPodHasItsNomination() {
        Rig rig = rig().pods(pod("a").gate("g").nominated("n1"));
        assertThat(rig.loop().state().nominations().nodeOf("default/a")).isEqualTo("n1");
    }

    @Test
    void aPodDeletedWhileBindingRequeuesAgainWhenItsReservationIsUndone() {
        var only = new OnlyOne();
        plugins.put("OnlyOne", only);
        Rig rig = rig();
        rig.api.silent = true;
        rig.pods(pod("first")).pods(pod("next"));
        rig.gone("default/first");
        assertThat(rig.api.bound).as("the reservation stands as long as the bind").isEmpty();
        rig.api.bindAnswers.add(new WriteOutcome.Refused(404, "gone"));
        rig.api.answerAll();
        rig.settle();
        assertThat(rig.api.bound).containsEntry("default/next", "n1");
    }

    @Test
    void otherObjectsComeChangeAndGo() {
        var classes = new Ears("storage.k8s.io/StorageClass");
        Rig rig = Rig.with("Ears", classes).nodes(node("n1")).pods(pod("ears"));
        for (String version : List.of("1", "1", "2")) {
            rig.engine.post(new Message.ObjectSeen(object(STORAGE_CLASS, "fast", version)));
            rig.settle();
        }
        rig.engine.post(new Message.ObjectGone(STORAGE_CLASS, "fast", "uid-fast"));
        rig.settle();
        assertThat(classes.take())
                .containsExactly(
                        "storage.k8s.io/StorageClassAdd: - > fast",
                        "storage.k8s.io/StorageClassUpdate: fast > fast",
                        "storage.k8s.io/StorageClassDelete: fast > -");
    }

    @Test
    void customObjectsAreCalledByPluralVersionAndGroup() {
        var foos = new Ears("foos.v1.example.com");
        Rig rig = Rig.with("Ears", foos).nodes(node("n1")).pods(pod("ears"));
        rig.engine.post(new Message.ObjectSeen(object(FOO, "foo", "1")));
        rig.settle();
        assertThat(foos.take()).containsExactly("foos.v1.example.comAdd: - > foo");
    }

    @Test
    void objectsThatAreOnlyLookedUpAreCalledLikeCustomOnes() {
        var services = new Ears("services.v1.");
        Rig rig = Rig.with("Ears", services).nodes(node("n1")).pods(pod("ears"));
        rig.engine.post(new Message.ObjectSeen(service("s", Labels.NONE)));
        rig.settle();
        assertThat(services.take()).containsExactly("services.v1.Add: - > s");
    }

    @Test
    void aWildcardRegistrationGetsOnlyKindsThatAPluginNames() {
        var anything = new Ears("*");
        plugins.put("Ears", anything);
        Rig rig = rig();
        rig.engine.post(new Message.ObjectSeen(namespace("red", Labels.NONE)));
        rig.engine.post(new Message.ObjectSeen(object(FOO, "foo", "1")));
        rig.settle();
        assertThat(anything.take()).isEmpty();
        plugins.put("Foos", new Ears("foos.v1.example.com"));
        rig = rig();
        rig.engine.post(new Message.ObjectSeen(object(FOO, "foo", "1")));
        rig.settle();
        assertThat(anything.take()).containsExactly("*Add: - > foo");
    }

    private static CustomObject object(Kind kind, String name, String version) {
        return new CustomObject(
                kind,
                Meta.named("", name, "uid-" + name),
                Json.Obj.of("version", Json.of(version)));
    }

    private static Permit waiting() {
        return (cycle, node) ->
                cycle.pod().name().equals("a")
                        ? new PermitVerdict.Wait(Duration.ofMinutes(10), List.of())
                        : PermitVerdict.ALLOW;
    }

    /// Lets one pod of the cluster in at a time, from its reservation to its end.
    private static final class OnlyOne implements Filter, Reserve, EnqueueExtensions {
        private String holder = "";

        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            return holder.isEmpty()
                    ? PreFilterResult.SKIP
                    : PreFilterResult.rejectPod(Reject.unschedulable("one is enough"));
        }

        @Override
        public Verdict reserve(PodCycle cycle, NodeView node) {
            holder = cycle.pod().uid();
            return Verdict.PASS;
        }

        @Override
        public void unreserve(Placement placement) {
            holder = "";
        }

        @Override
        public void eventsToRegister(QueueingHints hints) {
            hints.on(ClusterEvent.POD, ClusterEvent.DELETE);
        }
    }
}
