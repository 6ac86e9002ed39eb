package dev.berth.testkit;

import dev.berth.model.Affinity;
import dev.berth.model.Condition;
import dev.berth.model.Container;
import dev.berth.model.ContainerPort;
import dev.berth.model.ContainerStatus;
import dev.berth.model.Labels;
import dev.berth.model.Meta;
import dev.berth.model.OwnerReference;
import dev.berth.model.Pod;
import dev.berth.model.PodAffinity;
import dev.berth.model.PodClaim;
import dev.berth.model.PodClaimStatuses;
import dev.berth.model.PodSpec;
import dev.berth.model.PodStatus;
import dev.berth.model.PodTemplate;
import dev.berth.model.Quantity;
import dev.berth.model.ResourceList;
import dev.berth.model.SpreadConstraint;
import dev.berth.model.Toleration;
import dev.berth.model.Volume;
import dev.berth.model.json.Json;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Builds a pod with one container. Every method returns the builder.
public final class PodBuilder {
    private final String name;
    private String namespace = "default";
    private Optional<String> uid = Optional.empty();
    private final Map<String, String> labels = new TreeMap<>();
    private final Map<String, String> annotations = new TreeMap<>();
    private final Map<String, Quantity> requests = new TreeMap<>();
    private final Map<String, Quantity> overhead = new TreeMap<>();
    private final Map<String, Quantity> podRequests = new TreeMap<>();
    private final Map<String, Quantity> inForce = new TreeMap<>();
    private final List<Container> moreContainers = new ArrayList<>();
    private final List<Container> initContainers = new ArrayList<>();
    private final List<ContainerPort> ports = new ArrayList<>();
    private final List<Toleration> tolerations = new ArrayList<>();
    private final List<SpreadConstraint> spread = new ArrayList<>();
    private final List<String> gates = new ArrayList<>();
    private final List<Volume> volumes = new ArrayList<>();
    private final List<String> imageVolumes = new ArrayList<>();
    private final List<PodClaim> claims = new ArrayList<>();
    private final List<OwnerReference> owners = new ArrayList<>();
    private final List<String> finalizers = new ArrayList<>();
    private Optional<Labels> nodeSelector = Optional.empty();
    private Affinity affinity = Affinity.NONE;
    private String image = "";
    private String nodeName = "";
    private String nominated = "";
    private String scheduler = PodSpec.DEFAULT_SCHEDULER;
    private String phase = "Pending";
    private String resourceVersion = "";
    private int priority;
    private String priorityClass = "";
    private String preemptionPolicy = "";
    private long graceSeconds = 30;
    private Optional<Instant> started = Optional.empty();
    private final List<Condition> conditions = new ArrayList<>();
    private boolean hostNetwork;
    private Optional<Boolean> hostUsers = Optional.empty();
    private Optional<Instant> deleted = Optional.empty();

    PodBuilder(String name) {
        this.name = name;
    }

    public PodBuilder namespace(String namespace) {
        this.namespace = namespace;
        return this;
    }

    public PodBuilder uid(String uid) {
        this.uid = Optional.of(uid);
        return this;
    }

    public PodBuilder label(String key, String value) {
        labels.put(key, value);
        return this;
    }

    public PodBuilder annotation(String key, String value) {
        annotations.put(key, value);
        return this;
    }

    public PodBuilder cpu(String amount) {
        return request(ResourceList.CPU, amount);
    }

    public PodBuilder memory(String amount) {
        return request(ResourceList.MEMORY, amount);
    }

    public PodBuilder request(String resource, String amount) {
        requests.put(resource, Build.quantity(amount));
        return this;
    }

    public PodBuilder overhead(String resource, String amount) {
        overhead.put(resource, Build.quantity(amount));
        return this;
    }

    /// Sets a pod-level request.
    public PodBuilder podRequest(String resource, String amount) {
        podRequests.put(resource, Build.quantity(amount));
        return this;
    }

    /// Sets the resources in the status of the first container, as during and after an in-place
    /// resize.
    public PodBuilder inForce(String resource, String amount) {
        inForce.put(resource, Build.quantity(amount));
        return this;
    }

    /// Adds a container with this request only. An empty resource name adds a container without
    /// requests.
    public PodBuilder container(String resource, String amount) {
        return container(oneOf("more-" + moreContainers.size(), resource, amount, false));
    }

    /// Adds an init container.
    public PodBuilder initContainer(String resource, String amount) {
        return initContainer(oneOf("init-" + initContainers.size(), resource, amount, false));
    }

    /// Adds a restartable init container (sidecar).
    public PodBuilder sidecar(String resource, String amount) {
        return initContainer(oneOf("init-" + initContainers.size(), resource, amount, true));
    }

    private static Container oneOf(
            String name, String resource, String amount, boolean restartable) {
        ResourceList requests =
                resource.isEmpty()
                        ? ResourceList.NONE
                        : ResourceList.of(Map.of(resource, Build.quantity(amount)));
        return new Container(name, "", requests, ResourceList.NONE, List.of(), restartable);
    }

    public PodBuilder image(String image) {
        this.image = image;
        return this;
    }

    public PodBuilder container(Container container) {
        moreContainers.add(container);
        return this;
    }

    public PodBuilder initContainer(Container container) {
        initContainers.add(container);
        return this;
    }

    public PodBuilder hostPort(int port) {
        ports.add(new ContainerPort("", port, "TCP", port));
        return this;
    }

    /// Adds a host port on one address of the host.
    public PodBuilder hostPort(String address, String protocol, int port) {
        ports.add(new ContainerPort(address, port, protocol, port));
        return this;
    }

    public PodBuilder hostNetwork() {
        hostNetwork = true;
        return this;
    }

    public PodBuilder hostUsers(boolean hostUsers) {
        this.hostUsers = Optional.of(hostUsers);
        return this;
    }

    /// Adds a volume. `source` is the field name of the volume source, and `detail` its content as
    /// JSON.
    public PodBuilder volume(String source, String detail) {
        var content = (Json.Obj) Json.parse(detail);
        volumes.add(new Volume("volume-" + volumes.size(), source, content));
        if (source.equals("image")) {
            content.textAt("reference").ifPresent(imageVolumes::add);
        }
        return this;
    }

    /// Adds a volume from a PersistentVolumeClaim.
    public PodBuilder volumeClaim(String claim) {
        return volume("persistentVolumeClaim", Json.Obj.of("claimName", Json.of(claim)).text());
    }

    /// Adds a reference to a ResourceClaim.
    public PodBuilder claim(String name, String claimName) {
        claims.add(new PodClaim(name, claimName, ""));
        return this;
    }

    /// Adds a reference to a ResourceClaimTemplate.
    public PodBuilder claimTemplate(String name, String templateName) {
        claims.add(new PodClaim(name, "", templateName));
        return this;
    }

    public PodBuilder toleration(String key, String operator, String value, String effect) {
        tolerations.add(new Toleration(key, operator, value, effect, Optional.empty()));
        return this;
    }

    public PodBuilder spread(SpreadConstraint constraint) {
        spread.add(constraint);
        return this;
    }

    public PodBuilder spread(SpreadBuilder constraint) {
        return spread(constraint.build());
    }

    /// Adds a required pod affinity term.
    public PodBuilder near(TermBuilder term) {
        affinity = withPod(required(affinity.pod(), term));
        return this;
    }

    /// Adds a required pod anti-affinity term.
    public PodBuilder away(TermBuilder term) {
        affinity = withAntiPod(required(affinity.antiPod(), term));
        return this;
    }

    /// Adds a preferred pod affinity term.
    public PodBuilder ratherNear(int weight, TermBuilder term) {
        affinity = withPod(preferred(affinity.pod(), weight, term));
        return this;
    }

    /// Adds a preferred pod anti-affinity term.
    public PodBuilder ratherAway(int weight, TermBuilder term) {
        affinity = withAntiPod(preferred(affinity.antiPod(), weight, term));
        return this;
    }

    private Affinity withPod(PodAffinity part) {
        return new Affinity(affinity.node(), Optional.of(part), affinity.antiPod());
    }

    private Affinity withAntiPod(PodAffinity part) {
        return new Affinity(affinity.node(), affinity.pod(), Optional.of(part));
    }

    private static PodAffinity required(Optional<PodAffinity> before, TermBuilder term) {
        PodAffinity part = before.orElse(new PodAffinity(List.of(), List.of()));
        var terms = new ArrayList<>(part.required());
        terms.add(term.build());
        return new PodAffinity(terms, part.preferred());
    }

    private static PodAffinity preferred(
            Optional<PodAffinity> before, int weight, TermBuilder term) {
        PodAffinity part = before.orElse(new PodAffinity(List.of(), List.of()));
        var terms = new ArrayList<>(part.preferred());
        terms.add(new PodAffinity.Preferred(weight, term.build()));
        return new PodAffinity(part.required(), terms);
    }

    public PodBuilder nodeSelector(String key, String value) {
        nodeSelector = Optional.of(nodeSelector.orElse(Labels.NONE).with(key, value));
        return this;
    }

    /// Sets an empty node selector, which differs from no node selector.
    public PodBuilder emptyNodeSelector() {
        nodeSelector = Optional.of(Labels.NONE);
        return this;
    }

    public PodBuilder affinity(Affinity affinity) {
        this.affinity = affinity;
        return this;
    }

    public PodBuilder gate(String gate) {
        gates.add(gate);
        return this;
    }

    public PodBuilder owner(OwnerReference owner) {
        owners.add(owner);
        return this;
    }

    public PodBuilder priority(int priority) {
        this.priority = priority;
        return this;
    }

    /// Sets the priority class; the API server sets the priority.
    public PodBuilder priorityClass(String name) {
        this.priorityClass = name;
        return this;
    }

    public PodBuilder neverPreempts() {
        this.preemptionPolicy = "Never";
        return this;
    }

    /// Sets the termination grace period.
    public PodBuilder graceSeconds(long seconds) {
        this.graceSeconds = seconds;
        return this;
    }

    /// Sets the start time, in seconds since the epoch.
    public PodBuilder started(long second) {
        this.started = Optional.of(Instant.ofEpochSecond(second));
        return this;
    }

    public PodBuilder condition(String type, String status, String reason) {
        conditions.add(new Condition(type, status, reason, "", Optional.empty(), 0));
        return this;
    }

    public PodBuilder scheduler(String scheduler) {
        this.scheduler = scheduler;
        return this;
    }

    /// The pod runs on this node already.
    public PodBuilder on(String node) {
        this.nodeName = node;
        this.phase = "Running";
        return this;
    }

    public PodBuilder nominated(String node) {
        this.nominated = node;
        return this;
    }

    public PodBuilder phase(String phase) {
        this.phase = phase;
        return this;
    }

    public PodBuilder resourceVersion(String resourceVersion) {
        this.resourceVersion = resourceVersion;
        return this;
    }

    /// Adds a finalizer: the pod stays after its deletion until the finalizer is removed.
    public PodBuilder finalizer(String finalizer) {
        finalizers.add(finalizer);
        return this;
    }

    public PodBuilder terminating() {
        this.deleted = Optional.of(Instant.EPOCH);
        return this;
    }

    public Pod build() {
        var meta =
                new Meta(
                        name,
                        namespace,
                        uid.orElse(namespace + "/" + name),
                        resourceVersion,
                        1,
                        Optional.of(Instant.EPOCH),
                        deleted,
                        Labels.of(labels),
                        Labels.of(annotations),
                        owners,
                        finalizers);
        var spec =
                new PodSpec(
                        template(),
                        nodeName,
                        scheduler,
                        priority,
                        priorityClass,
                        preemptionPolicy,
                        gates,
                        volumes,
                        "",
                        graceSeconds);
        var status =
                new PodStatus(
                        phase,
                        nominated,
                        started,
                        conditions,
                        containerStatuses(),
                        Optional.empty(),
                        ResourceList.NONE,
                        PodClaimStatuses.NONE);
        return new Pod(meta, spec, status);
    }

    private List<ContainerStatus> containerStatuses() {
        return inForce.isEmpty()
                ? List.of()
                : List.of(
                        new ContainerStatus(
                                "main",
                                Optional.of(ResourceList.of(inForce)),
                                Optional.of(ResourceList.of(inForce))));
    }

    private PodTemplate template() {
        var containers = new ArrayList<Container>();
        containers.add(
                new Container(
                        "main", image, ResourceList.of(requests), ResourceList.NONE, ports, false));
        containers.addAll(moreContainers);
        return new PodTemplate(
                new PodTemplate.Parts(
                        containers,
                        initContainers,
                        ResourceList.of(overhead),
                        ResourceList.of(podRequests),
                        nodeSelector,
                        affinity,
                        tolerations,
                        spread,
                        imageVolumes,
                        claims,
                        hostNetwork,
                        hostUsers));
    }
}
