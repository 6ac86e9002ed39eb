package dev.berth.controlplane.rules;

import static dev.berth.controlplane.rules.PodChecks.items;
import static dev.berth.controlplane.rules.PodChecks.text;

import dev.berth.controlplane.store.FieldError;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Validates the containers of a pod.
final class ContainerChecks {
    private static final Pattern PORT_NAME = Pattern.compile("[-a-z0-9]+");
    private static final Pattern LETTER = Pattern.compile("[a-z]");
    private static final Pattern VARIABLE = Pattern.compile("[ -<>-~]+");

    private final String at;
    private final Json.Obj spec;
    private final Set<String> volumes;
    private final FieldErrors out;
    private final Set<String> names = new HashSet<>();

    ContainerChecks(String at, Json.Obj spec, Set<String> volumes, FieldErrors out) {
        this.at = at;
        this.spec = spec;
        this.volumes = volumes;
        this.out = out;
    }

    void all() {
        List<Json> containers = items("containers", spec);
        if (containers.isEmpty()) {
            out.required(at + ".containers");
        }
        list("containers", containers, false);
        list("initContainers", items("initContainers", spec), true);
    }

    private void list(String name, List<Json> containers, boolean init) {
        for (int i = 0; i < containers.size(); i++) {
            container(at + "." + name + "[" + i + "]", containers.get(i), init);
            if (init) {
                hostPorts(name, i, List.of(containers.get(i)));
            }
        }
        if (!init) {
            hostPorts(name, 0, containers);
        }
    }

    private void container(String field, Json container, boolean init) {
        String name = text("name", container);
        if (name.isEmpty()) {
            out.required(field + ".name");
        } else {
            out.label(field + ".name", name);
        }
        String image = text("image", container);
        if (image.isEmpty()) {
            out.required(field + ".image");
        }
        policy(
                field + ".terminationMessagePolicy",
                text("terminationMessagePolicy", container),
                "File",
                "FallbackToLogsOnError");
        ports(field, container);
        environment(field, container);
        mounts(field, container);
        policy(
                field + ".imagePullPolicy",
                text("imagePullPolicy", container),
                "Always",
                "IfNotPresent",
                "Never");
        ResourceChecks.container(field + ".resources", Path.of("resources").object(container), out);
        claims(field + ".resources.claims", Path.of("resources", "claims").items(container));
        if (!name.isEmpty() && !names.add(name)) {
            out.duplicate(field + ".name", name);
        }
        probes(field, container, init);
    }

    void claims(String field, List<Json> claims) {
        List<String> known =
                items("resourceClaims", spec).stream().map(it -> text("name", it)).toList();
        for (int i = 0; i < claims.size(); i++) {
            String name = text("name", claims.get(i));
            if (!known.contains(name)) {
                FieldError unknown = FieldError.notFound(field + "[" + i + "]", name);
                out.add(
                        new FieldError(
                                unknown.field(),
                                unknown.reason(),
                                unknown.message()
                                        + ": must be one of the names in pod.spec.resourceClaims"
                                        + (known.isEmpty() ? " which is empty" : "")));
            }
        }
    }

    private void policy(String field, String value, String... words) {
        if (!value.isEmpty()) {
            out.oneOf(field, value, words);
        }
    }

    private void ports(String field, Json container) {
        List<Json> ports = items("ports", container);
        Set<String> portNames = new HashSet<>();
        for (int i = 0; i < ports.size(); i++) {
            Json port = ports.get(i);
            String here = field + ".ports[" + i + "]";
            String name = text("name", port);
            if (!name.isEmpty()) {
                int before = out.found().size();
                portName(here + ".name", name, out);
                if (before == out.found().size() && !portNames.add(name)) {
                    out.duplicate(here + ".name", name);
                }
            }
            long number = Path.of("containerPort").number(port, 0);
            if (number == 0) {
                out.required(here + ".containerPort");
            } else {
                out.port(here + ".containerPort", number);
            }
            hostPort(here, port);
            if (text("protocol", port).isEmpty()) {
                out.required(here + ".protocol");
            } else {
                out.oneOf(here + ".protocol", text("protocol", port), "SCTP", "TCP", "UDP");
            }
        }
    }

    /// With `hostNetwork`, each host port must equal its container port.
    void hostNetwork() {
        if (!Path.of("hostNetwork").in(spec)) {
            return;
        }
        List<Json> containers = items("containers", spec);
        for (int i = 0; i < containers.size(); i++) {
            List<Json> ports = items("ports", containers.get(i));
            for (int j = 0; j < ports.size(); j++) {
                long host = Path.of("hostPort").number(ports.get(j), 0);
                if (host != 0 && host != Path.of("containerPort").number(ports.get(j), 0)) {
                    out.invalid(
                            "%s.containers[%d].ports[%d].hostPort".formatted(at, i, j),
                            Json.of(host),
                            "must match `containerPort` when `hostNetwork` is true");
                }
            }
        }
    }

    /// Host ports must be unique among containers that run at the same time. Init containers run
    /// one after another, so each is checked alone.
    private void hostPorts(String name, int first, List<Json> containers) {
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < containers.size(); i++) {
            List<Json> ports = items("ports", containers.get(i));
            for (int j = 0; j < ports.size(); j++) {
                Json port = ports.get(j);
                long host = Path.of("hostPort").number(port, 0);
                String key = text("protocol", port) + "/" + text("hostIP", port) + "/" + host;
                if (host != 0 && !taken.add(key)) {
                    out.duplicate(
                            "%s.%s[%d].ports[%d].hostPort".formatted(at, name, first + i, j), key);
                }
            }
        }
    }

    private void hostPort(String here, Json port) {
        long host = Path.of("hostPort").number(port, 0);
        if (host == 0) {
            return;
        }
        out.port(here + ".hostPort", host);
    }

    static void portName(String field, String name, FieldErrors out) {
        if (name.length() > 15) {
            out.invalid(field, name, "must be no more than 15 characters");
        }
        if (!PORT_NAME.matcher(name).matches()) {
            out.invalid(
                    field,
                    name,
                    "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
        }
        if (!LETTER.matcher(name).find()) {
            out.invalid(field, name, "must contain at least one letter (a-z)");
        }
        if (name.contains("--")) {
            out.invalid(field, name, "must not contain consecutive hyphens");
        }
        if (name.startsWith("-") || name.endsWith("-")) {
            out.invalid(field, name, "must not begin or end with a hyphen");
        }
    }

    private void environment(String field, Json container) {
        List<Json> variables = items("env", container);
        for (int i = 0; i < variables.size(); i++) {
            String here = field + ".env[" + i + "]";
            String name = text("name", variables.get(i));
            if (name.isEmpty()) {
                out.required(here + ".name");
            } else if (!VARIABLE.matcher(name).matches()) {
                out.invalid(
                        here + ".name",
                        name,
                        "a valid environment variable name must consist only of printable ASCII"
                                + " characters other than '='");
            }
            if (Path.of("valueFrom").in(variables.get(i))
                    && !text("value", variables.get(i)).isEmpty()) {
                out.invalid(
                        here + ".valueFrom", "", "may not be specified when `value` is not empty");
            }
        }
    }

    private void mounts(String field, Json container) {
        List<Json> mounts = items("volumeMounts", container);
        Set<String> paths = new HashSet<>();
        for (int i = 0; i < mounts.size(); i++) {
            String here = field + ".volumeMounts[" + i + "]";
            String name = text("name", mounts.get(i));
            String path = text("mountPath", mounts.get(i));
            if (name.isEmpty()) {
                out.required(here + ".name");
            }
            if (!volumes.contains(name)) {
                out.add(FieldError.notFound(here + ".name", name));
            }
            if (path.isEmpty()) {
                out.required(here + ".mountPath");
            } else if (!paths.add(path)) {
                out.invalid(here + ".mountPath", path, "must be unique");
            }
        }
    }

    private void probes(String field, Json container, boolean init) {
        boolean sidecar = text("restartPolicy", container).equals("Always");
        for (String name : List.of("livenessProbe", "readinessProbe", "startupProbe")) {
            Path path = Path.of(name);
            if (!path.in(container)) {
                continue;
            }
            if (init && !sidecar) {
                out.forbidden(
                        field + "." + name,
                        "may not be set for init containers without restartPolicy=Always");
            } else {
                probe(field + "." + name, path.object(container));
                Path threshold = Path.of("successThreshold");
                long successes = threshold.number(path.object(container), 1);
                if (!name.equals("readinessProbe") && successes > 1) {
                    out.invalid(
                            field + "." + name + ".successThreshold",
                            Json.of(successes),
                            "must be 1");
                }
            }
        }
    }

    private void probe(String field, Json.Obj probe) {
        int handlers = 0;
        for (String handler : List.of("exec", "httpGet", "tcpSocket", "grpc")) {
            Path path = Path.of(handler);
            if (!path.in(probe)) {
                continue;
            }
            if (++handlers > 1) {
                out.forbidden(field + "." + handler, "may not specify more than 1 handler type");
            } else {
                handler(field + "." + handler, handler, path.object(probe));
            }
        }
        if (handlers == 0) {
            out.required(field, "must specify a handler type");
        }
        for (String number :
                List.of(
                        "initialDelaySeconds",
                        "timeoutSeconds",
                        "periodSeconds",
                        "successThreshold",
                        "failureThreshold")) {
            out.notNegative(field + "." + number, Path.of(number), probe);
        }
    }

    private void handler(String field, String kind, Json.Obj handler) {
        if (kind.equals("exec") && items("command", handler).isEmpty()) {
            out.required(field + ".command");
        }
        if (kind.equals("httpGet") || kind.equals("tcpSocket")) {
            switch (Path.of("port").find(handler).orElse(Json.of(0))) {
                case Json.Num number -> out.port(field + ".port", number.asLong().orElse(0));
                case Json.Str(var name) -> portName(field + ".port", name, out);
                default -> {}
            }
            String scheme = text("scheme", handler);
            if (kind.equals("httpGet")) {
                out.oneOf(field + ".scheme", scheme, "HTTP", "HTTPS");
            }
        }
    }
}
