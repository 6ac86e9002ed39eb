package dev.berth.controlplane.rules;

import static dev.berth.controlplane.defaults.TreeDefaults.at;
import static dev.berth.controlplane.defaults.TreeDefaults.each;
import static dev.berth.controlplane.defaults.TreeDefaults.setIfAbsent;

import dev.berth.controlplane.store.FieldError;
import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The rules of services. A service with a cluster IP gets the next free address.
final class ServiceRules implements KindRule {
    private static final Path NAME = Path.of("metadata", "name");
    private static final Path NAMESPACE = Path.of("metadata", "namespace");
    private static final Path SPEC = Path.of("spec");
    private static final Path TYPE = Path.of("spec", "type");
    private static final Path PORTS = Path.of("spec", "ports");
    private static final Path ADDRESS = Path.of("spec", "clusterIP");
    private static final Path ADDRESSES = Path.of("spec", "clusterIPs");
    private static final Pattern IP =
            Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|[0-9a-f:]*:[0-9a-f:]*");
    private static final List<String> GIVEN =
            List.of("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy");
    private static final String NONE = "None";
    private static final int FIRST_NODE_PORT = 30_000;
    private static final int LAST_NODE_PORT = 32_767;

    private final Store store;

    ServiceRules(Store store) {
        this.store = store;
    }

    @Override
    public Json.Obj withDefaults(Json.Obj object) {
        Json.Obj tree = SPEC.setIfAbsent(object, Json.Obj.EMPTY);
        tree =
                at(
                        tree,
                        SPEC,
                        it ->
                                setIfAbsent(
                                        setIfAbsent(it, "type", "ClusterIP"),
                                        "sessionAffinity",
                                        NONE));
        tree = each(tree, PORTS, ServiceRules::port);
        String type = TYPE.text(tree);
        if (type.equals("ExternalName")) {
            return tree;
        }
        tree = at(tree, SPEC, it -> setIfAbsent(it, "internalTrafficPolicy", "Cluster"));
        if (type.equals("NodePort") || type.equals("LoadBalancer")) {
            tree = at(tree, SPEC, it -> setIfAbsent(it, "externalTrafficPolicy", "Cluster"));
            tree = nodePorts(tree);
        }
        if (type.equals("ClusterIP")) {
            tree = at(tree, SPEC, it -> it.without("externalTrafficPolicy"));
        }
        if (Path.of("spec", "sessionAffinity").text(tree).equals("ClientIP")) {
            tree =
                    Path.of("spec", "sessionAffinityConfig", "clientIP", "timeoutSeconds")
                            .setIfAbsent(tree, Json.of(10_800));
        }
        if (type.equals("LoadBalancer")) {
            tree = at(tree, SPEC, it -> setIfAbsent(it, "allocateLoadBalancerNodePorts", true));
        }
        return addressed(tree);
    }

    /// An update without a cluster IP or node ports keeps the allocated ones.
    @Override
    public Json.Obj withDefaultsOnUpdate(Json.Obj before, Json.Obj after) {
        Json.Obj spec = SPEC.object(after);
        boolean external =
                TYPE.text(before).equals("ExternalName") || TYPE.text(after).equals("ExternalName");
        if (!external && !spec.fields().containsKey("clusterIP")) {
            for (String name : GIVEN) {
                Json value = SPEC.object(before).fields().get(name);
                spec =
                        value == null || spec.fields().containsKey(name)
                                ? spec
                                : spec.with(name, value);
            }
        }
        if (!TYPE.text(after).equals("NodePort") && !TYPE.text(after).equals("LoadBalancer")) {
            spec = each(spec, Path.of("ports"), it -> it.without("nodePort"));
        }
        return withDefaults(after.with("spec", spec));
    }

    private static Json.Obj port(Json.Obj port) {
        Json number = port.fields().getOrDefault("port", Json.of(0));
        boolean absent =
                !port.fields().containsKey("targetPort")
                        || Json.of(0).equals(port.fields().get("targetPort"));
        Json.Obj tree = setIfAbsent(port, "protocol", "TCP");
        return absent ? tree.with("targetPort", number) : tree;
    }

    private Json.Obj addressed(Json.Obj service) {
        String given = ADDRESS.text(service);
        boolean headless = given.equals(NONE);
        String address = given.isEmpty() && !PORTS.items(service).isEmpty() ? free() : given;
        if (address.isEmpty()) {
            return service;
        }
        Json.Obj tree = ADDRESS.set(service, address);
        if (!ADDRESSES.in(tree)) {
            tree = ADDRESSES.set(tree, Json.arr(Json.of(address)));
        }
        boolean dual = headless && Path.of("spec", "selector").object(tree).fields().isEmpty();
        Json families =
                dual ? Json.arr(Json.of("IPv4"), Json.of("IPv6")) : Json.arr(Json.of("IPv4"));
        tree = at(tree, SPEC, it -> setIfAbsent(it, "ipFamilies", families));
        return at(
                tree,
                SPEC,
                it -> setIfAbsent(it, "ipFamilyPolicy", dual ? "RequireDualStack" : "SingleStack"));
    }

    /// A free address of 10.96.0.0/12.
    private String free() {
        Set<String> taken = new HashSet<>();
        services().forEach(it -> taken.add(ADDRESS.text(it)));
        for (int i = 10; ; i++) {
            String address = "10.96." + (i >> 8) + "." + (i & 255);
            if (!taken.contains(address)) {
                return address;
            }
        }
    }

    private Json.Obj nodePorts(Json.Obj service) {
        Set<Long> taken = new HashSet<>();
        services().forEach(it -> PORTS.items(it).forEach(port -> taken.add(nodePort(port))));
        PORTS.items(service).forEach(port -> taken.add(nodePort(port)));
        return each(
                service,
                PORTS,
                port -> {
                    if (nodePort(port) != 0) {
                        return port;
                    }
                    long next = FIRST_NODE_PORT;
                    while (taken.contains(next) && next < LAST_NODE_PORT) {
                        next++;
                    }
                    taken.add(next);
                    return port.with("nodePort", next);
                });
    }

    private List<Json.Obj> services() {
        return store.list(ObjectSelection.of(Kind.SERVICE)).objects().stream()
                .map(it -> it.json())
                .toList();
    }

    @Override
    public void check(Json.Obj service, FieldErrors out) {
        List<Json> all = ADDRESSES.items(service);
        if (!all.isEmpty() && !all.getFirst().equals(Json.of(ADDRESS.text(service)))) {
            out.invalid("spec.clusterIPs", new Json.Arr(all), "first value must match `clusterIP`");
        }
        evaluate(service, out);
        taken(service, services(), out);
    }

    /// Validates that a requested cluster IP or node port is not allocated to another service.
    /// Parity: a dry run allocates nothing, so the check does not apply.
    private void taken(Json.Obj service, List<Json.Obj> others, FieldErrors out) {
        if (!out.found().isEmpty() || store.isDryRun()) {
            return;
        }
        String address = ADDRESS.text(service);
        if (!address.isEmpty()
                && !address.equals(NONE)
                && others.stream().anyMatch(it -> ADDRESS.text(it).equals(address))) {
            out.invalid(
                    "spec.clusterIPs",
                    Json.arr(Json.of(address)),
                    "failed to allocate IP " + address + ": provided IP is already allocated");
            return;
        }
        Set<Long> given = new HashSet<>();
        others.forEach(it -> PORTS.items(it).forEach(port -> given.add(nodePort(port))));
        Set<String> own = new HashSet<>();
        List<Json> ports = PORTS.items(service);
        for (int i = 0; i < ports.size(); i++) {
            long number = nodePort(ports.get(i));
            // A service can use one node port for several protocols.
            boolean twice = !own.add(number + Path.of("protocol").text(ports.get(i)));
            if (number != 0 && (twice || given.contains(number))) {
                out.invalid(
                        "spec.ports[" + i + "].nodePort",
                        Json.of(number),
                        "provided port is already allocated");
                return;
            }
        }
    }

    private static long nodePort(Json port) {
        return Path.of("nodePort").number(port, 0);
    }

    private void evaluate(Json.Obj service, FieldErrors out) {
        if (wrongAddress(service, out)) {
            return;
        }
        String type = TYPE.text(service);
        List<Json> ports = PORTS.items(service);
        boolean headless = ADDRESS.text(service).equals(NONE);
        if (ports.isEmpty() && !headless && !type.equals("ExternalName")) {
            out.required("spec.ports");
        }
        typed(type, headless, service, out);
        Set<String> names = new HashSet<>();
        Set<String> numbers = new HashSet<>();
        for (int i = 0; i < ports.size(); i++) {
            port("spec.ports[" + i + "]", ports.get(i), ports.size() > 1, names, out);
        }
        out.labels("spec.selector", Path.of("spec", "selector").object(service));
        String affinity = Path.of("spec", "sessionAffinity").text(service);
        out.oneOf("spec.sessionAffinity", affinity, "ClientIP", NONE);
        out.oneOf("spec.type", type, "ClusterIP", "ExternalName", "LoadBalancer", "NodePort");
        for (int i = 0; i < ports.size(); i++) {
            Json port = ports.get(i);
            String key = Path.of("protocol").text(port) + Path.of("port").number(port, 0);
            if (!numbers.add(key)) {
                out.add(FieldError.duplicate("spec.ports[" + i + "]", shown(port)));
            }
        }
    }

    private static void typed(String type, boolean headless, Json.Obj service, FieldErrors out) {
        switch (type) {
            case "LoadBalancer", "NodePort" -> {
                if (headless) {
                    out.invalid(
                            "spec.clusterIPs[0]",
                            NONE,
                            "may not be set to 'None' for " + type + " services");
                }
            }
            case "ExternalName" -> {
                if (ADDRESS.in(service)) {
                    out.forbidden("spec.clusterIPs", "may not be set for ExternalName services");
                }
                String name = Path.of("spec", "externalName").text(service);
                if (name.isEmpty()) {
                    out.required("spec.externalName");
                } else {
                    out.subdomain("spec.externalName", name);
                }
            }
            default -> {}
        }
    }

    /// Validates the cluster IP. The API server reports an invalid address before all other errors.
    static boolean wrongAddress(Json.Obj service, FieldErrors out) {
        String address = ADDRESS.text(service);
        int before = out.found().size();
        if (!address.isEmpty() && !address.equals(NONE)) {
            address("spec.clusterIPs[0]", address, out);
        }
        return out.found().size() > before;
    }

    static void address(String field, String address, FieldErrors out) {
        if (!IP.matcher(address).matches()) {
            out.invalid(
                    field,
                    address,
                    "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
        }
    }

    /// Formats a duplicate port as the API server's messages do.
    private static Json.Obj shown(Json port) {
        return Json.Obj.EMPTY
                .with("Name", "")
                .with("Protocol", Path.of("protocol").text(port))
                .with("AppProtocol", Json.Null.NULL)
                .with("Port", Path.of("port").number(port, 0))
                .with("TargetPort", 0)
                .with("NodePort", 0);
    }

    private static void port(
            String at, Json port, boolean several, Set<String> names, FieldErrors out) {
        String name = Path.of("name").text(port);
        if (name.isEmpty() && several) {
            out.required(at + ".name");
        } else if (!name.isEmpty()) {
            out.label(at + ".name", name);
            if (!names.add(name)) {
                out.duplicate(at + ".name", name);
            }
        }
        out.port(at + ".port", Path.of("port").number(port, 0));
        out.oneOf(at + ".protocol", Path.of("protocol").text(port), "SCTP", "TCP", "UDP");
        long nodePort = Path.of("nodePort").number(port, FIRST_NODE_PORT);
        if (nodePort < FIRST_NODE_PORT || nodePort > LAST_NODE_PORT) {
            out.invalid(
                    at + ".nodePort",
                    Json.of(nodePort),
                    "provided port is not in the valid range. The range of valid ports is"
                            + " 30000-32767");
        }
        switch (Path.of("targetPort").find(port).orElse(Json.of(0))) {
            case Json.Num number -> out.port(at + ".targetPort", number.asLong().orElse(0));
            case Json.Str(var text) -> ContainerChecks.portName(at + ".targetPort", text, out);
            default -> {}
        }
    }

    @Override
    public void checkChange(Json.Obj before, Json.Obj after, FieldErrors out) {
        String address = ADDRESS.text(before);
        boolean external =
                TYPE.text(before).equals("ExternalName") || TYPE.text(after).equals("ExternalName");
        if (!address.isEmpty() && !external && !address.equals(ADDRESS.text(after))) {
            out.invalid(
                    "spec.clusterIPs[0]",
                    Json.arr(Json.of(ADDRESS.text(after))),
                    "may not change once set");
        }
        evaluate(after, out);
        List<Json.Obj> others =
                services().stream()
                        .filter(it ->
                                !NAME.text(it).equals(NAME.text(after))
                                        || !NAMESPACE.text(it).equals(NAMESPACE.text(after)))
                        .toList();
        taken(after, others, out);
    }
}
