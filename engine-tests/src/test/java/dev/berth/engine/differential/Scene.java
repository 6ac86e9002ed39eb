package dev.berth.engine.differential;

import static dev.berth.testkit.Build.namespace;
import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;
import static dev.berth.testkit.Build.spread;
import static dev.berth.testkit.Build.term;

import dev.berth.model.Affinity;
import dev.berth.model.Container;
import dev.berth.model.KubeObject;
import dev.berth.model.Labels;
import dev.berth.model.Node;
import dev.berth.model.NodeAffinity;
import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.Pod;
import dev.berth.model.PodSpec;
import dev.berth.model.PodTemplate;
import dev.berth.model.Requirement;
import dev.berth.model.ResourceList;
import dev.berth.model.Taint;
import dev.berth.model.Toleration;
import dev.berth.spi.ObjectChange;
import dev.berth.testkit.NodeBuilder;
import dev.berth.testkit.PodBuilder;
import dev.berth.testkit.SpreadBuilder;
import dev.berth.testkit.TermBuilder;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/// A random small cluster in which a pod, `web`, hardly fits, and random changes of it.
///
/// There are few different values, so that requirements are often almost met.
final class Scene {
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final int THEMES = 9;

    private final SplittableRandom random;
    private final Map<String, KubeObject> objects = new LinkedHashMap<>();
    private final int theme;
    private int comers;
    private Pod web;

    Scene(long seed) {
        random = new SplittableRandom(seed);
        theme = random.nextInt(THEMES);
        put(namespace("default", Labels.of("team", "red")));
        put(namespace("other", Labels.of("team", "blue")));
        int nodes = 1 + random.nextInt(4);
        for (int i = 0; i < nodes; i++) {
            put(aNode("n" + i).build());
        }
        int pods = random.nextInt(2 * nodes + 2);
        for (int i = 0; i < pods; i++) {
            put(aPod("p" + i).on("n" + random.nextInt(nodes)).build());
        }
        web = aWeb();
    }

    /// All objects except the pod `web`.
    Iterable<KubeObject> objects() {
        return objects.values();
    }

    /// The pod `web` in its present version.
    Pod web() {
        return web;
    }

    List<Node> nodes() {
        return all(Node.class);
    }

    List<Pod> pods() {
        return all(Pod.class);
    }

    private <T> List<T> all(Class<T> type) {
        return objects.values().stream().filter(type::isInstance).map(type::cast).toList();
    }

    /// Changes one object; returns a description of the change.
    ObjectChange change() {
        return switch (random.nextInt(10)) {
            case 0 -> comes(aNode("new" + comers++).build());
            case 1, 2, 3 -> nodes().isEmpty() ? change() : nodeChanges(any(nodes()));
            case 4 -> nodes().isEmpty() ? change() : goes(any(nodes()));
            case 5 -> comes(aPod("late" + comers++).on(anyNodeName()).build());
            case 6, 7 -> pods().isEmpty() ? change() : goes(any(pods()));
            case 8 -> pods().isEmpty() ? change() : comes(changed(any(pods())));
            default -> {
                Pod before = web;
                web = changed(web);
                yield ObjectChange.updated(before, web);
            }
        };
    }

    private <T> T any(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    private String anyNodeName() {
        return nodes().isEmpty() ? "n0" : any(nodes()).name();
    }

    private ObjectChange comes(KubeObject object) {
        Optional<KubeObject> before = Optional.ofNullable(put(object));
        return new ObjectChange(before, Optional.of(object));
    }

    private ObjectChange goes(KubeObject object) {
        objects.remove(key(object));
        return ObjectChange.removed(object);
    }

    private @Nullable KubeObject put(KubeObject object) {
        return objects.put(key(object), object);
    }

    private static String key(KubeObject object) {
        return object.kind().name() + " " + object.meta().key();
    }

    /// In one point or in all.
    private ObjectChange nodeChanges(Node old) {
        Node other = aNode(old.name()).build();
        int point = random.nextInt(6);
        return comes(
                new Node(
                        point == 0 || point == 5 ? other.meta() : old.meta(),
                        point == 1 || point == 5 ? other.unschedulable() : old.unschedulable(),
                        point == 2 || point == 5 ? other.taints() : old.taints(),
                        point == 3 || point == 5 ? other.allocatable() : old.allocatable(),
                        old.images(),
                        old.conditions(),
                        point == 4 || point == 5
                                ? other.declaredFeatures()
                                : old.declaredFeatures()));
    }

    /// In what an API server lets change.
    private Pod changed(Pod old) {
        Pod other = old.uid().equals(web.uid()) ? aWeb() : aPod(old.name()).build();
        return switch (random.nextInt(4)) {
            case 0, 1 -> new Pod(old.meta().withLabels(other.labels()), old.spec(), old.status());
            case 2 -> asking(old, other.template().containers().getFirst().requests());
            default ->
                    old.assigned()
                            ? new Pod(
                                    old.meta().withDeleted(Optional.of(Instant.EPOCH)),
                                    old.spec(),
                                    old.status())
                            : tolerating(old, "k" + random.nextInt(2));
        };
    }

    private static Pod asking(Pod pod, ResourceList requests) {
        PodTemplate.Parts parts = pod.template().parts();
        Container main = parts.containers().getFirst();
        var resized =
                new Container(main.name(), "", requests, ResourceList.NONE, main.ports(), false);
        return with(pod, List.of(resized), parts.tolerations());
    }

    private static Pod tolerating(Pod pod, String taint) {
        PodTemplate.Parts parts = pod.template().parts();
        var tolerations = new ArrayList<>(parts.tolerations());
        tolerations.add(new Toleration(taint, "Exists", "", "", Optional.empty()));
        return with(pod, parts.containers(), tolerations);
    }

    private static Pod with(Pod pod, List<Container> containers, List<Toleration> tolerations) {
        PodTemplate.Parts parts = pod.template().parts();
        PodSpec spec = pod.spec();
        var template =
                new PodTemplate(
                        new PodTemplate.Parts(
                                containers,
                                parts.initContainers(),
                                parts.overhead(),
                                parts.resources(),
                                parts.nodeSelector(),
                                parts.affinity(),
                                tolerations,
                                parts.spread(),
                                parts.imageVolumes(),
                                parts.claims(),
                                parts.hostNetwork(),
                                parts.hostUsers()));
        return new Pod(
                pod.meta(),
                new PodSpec(
                        template,
                        spec.nodeName(),
                        spec.schedulerName(),
                        spec.priority(),
                        spec.priorityClassName(),
                        spec.preemptionPolicy(),
                        spec.schedulingGates(),
                        spec.volumes(),
                        spec.schedulingGroup(),
                        spec.terminationGraceSeconds()),
                pod.status());
    }

    private boolean once(int in) {
        return random.nextInt(in) == 0;
    }

    private NodeBuilder aNode(String name) {
        NodeBuilder node =
                node(name)
                        .cpu(1 + random.nextInt(3) + "")
                        .memory(1 + random.nextInt(2) + "Gi")
                        .pods(1 + random.nextInt(5));
        if (!once(5)) {
            node.zone("z" + random.nextInt(2));
        }
        if (!once(3)) {
            node.label("rack", "r" + random.nextInt(2));
        }
        if (!once(3)) {
            node.label("disk", once(2) ? "ssd" : "hdd");
        }
        if (once(4)) {
            String effect = once(2) ? Taint.NO_SCHEDULE : Taint.NO_EXECUTE;
            node.taint("k" + random.nextInt(2), "", effect);
        }
        if (once(6)) {
            node.cordoned();
        }
        if (once(3)) {
            node.resource("example.com/gpu", "1");
        }
        if (once(3)) {
            node.declares("UserNamespacesHostNetworkSupport");
        }
        return node;
    }

    private PodBuilder aPod(String name) {
        PodBuilder pod = pod(name).label("app", "x" + random.nextInt(3));
        if (once(5)) {
            pod.namespace("other");
        }
        if (once(2)) {
            pod.label("tier", "t" + random.nextInt(2));
        }
        ask(pod);
        if (once(4)) {
            pod.hostPort(8080 + random.nextInt(2));
        }
        for (int i = random.nextInt(5); i > 2; i--) {
            pod.away(aTerm());
        }
        return pod;
    }

    private void ask(PodBuilder pod) {
        switch (random.nextInt(5)) {
            case 0 -> pod.cpu("500m");
            case 1 -> pod.cpu("1").memory("1Gi");
            case 2 -> pod.memory("512Mi");
            case 3 -> pod.request("example.com/gpu", "1");
            default -> {}
        }
    }

    private Pod aWeb() {
        PodBuilder pod =
                pod("web")
                        .label("app", "x" + random.nextInt(3))
                        .label("tier", "t" + random.nextInt(2));
        demand(pod, theme);
        if (once(3)) {
            demand(pod, random.nextInt(THEMES));
        }
        return pod.build();
    }

    private void demand(PodBuilder pod, int what) {
        int times = once(3) ? 2 : 1;
        switch (what) {
            case 0 -> ask(pod);
            case 1 -> pod.toleration("k" + random.nextInt(2), "Exists", "", "").cpu("1");
            case 2 -> pod.nodeSelector("disk", once(2) ? "ssd" : "hdd");
            case 3 -> pod.affinity(named("n" + random.nextInt(5)));
            case 4 -> pod.hostPort(8080 + random.nextInt(2));
            case 5 -> {
                for (int i = 0; i < times; i++) {
                    pod.spread(aSpread());
                }
            }
            case 6 -> {
                for (int i = 0; i < times; i++) {
                    pod.near(aTerm());
                }
            }
            case 7 -> {
                for (int i = 0; i < times; i++) {
                    pod.away(aTerm());
                }
            }
            default -> pod.hostNetwork().hostUsers(false);
        }
    }

    private static Affinity named(String node) {
        var name = new Requirement("metadata.name", Requirement.IN, List.of(node));
        var terms = List.of(new NodeSelectorTerm(List.of(), List.of(name)));
        return new Affinity(
                Optional.of(new NodeAffinity(Optional.of(terms), Optional.empty())),
                Optional.empty(),
                Optional.empty());
    }

    private String aKey() {
        return any(List.of("kubernetes.io/hostname", ZONE, "rack"));
    }

    private SpreadBuilder aSpread() {
        SpreadBuilder spread = spread(aKey()).maxSkew(1 + random.nextInt(2));
        if (once(3)) {
            spread.of("tier", "t" + random.nextInt(2));
        } else {
            spread.of("app", "x" + random.nextInt(3));
        }
        if (once(4)) {
            spread.minDomains(1 + random.nextInt(4));
        }
        if (once(4)) {
            spread.taintsPolicy("Honor");
        }
        if (once(4)) {
            spread.affinityPolicy("Ignore");
        }
        if (once(4)) {
            spread.matchLabelKeys("tier");
        }
        return spread;
    }

    private TermBuilder aTerm() {
        TermBuilder term = term(aKey());
        if (once(3)) {
            term.of("tier", "t" + random.nextInt(2));
        } else {
            term.of("app", "x" + random.nextInt(3));
        }
        switch (random.nextInt(8)) {
            case 0 -> term.in("other");
            case 1 -> term.inAllNamespaces();
            case 2 -> term.inNamespacesWith("team", "In", "blue");
            default -> {}
        }
        return term;
    }
}
