package dev.berth.controlplane.rules;

import dev.berth.controlplane.defaults.PodLevelResources;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.LabelSyntax;
import dev.berth.model.Quantity;
import dev.berth.model.QuantityException;
import dev.berth.model.json.Json;

import java.util.List;
import java.util.Set;

/// Validates the resource requests and limits of containers.
final class ResourceChecks {
    private static final Set<String> STANDARD = Set.of("cpu", "memory", "ephemeral-storage");

    private static final Set<String> QUOTAS =
            Set.of(
                    "pods",
                    "services",
                    "secrets",
                    "configmaps",
                    "storage",
                    "resourcequotas",
                    "replicationcontrollers",
                    "persistentvolumeclaims");
    private static final String HUGE = "hugepages-";

    private ResourceChecks() {}

    static void container(String at, Json.Obj resources, FieldErrors out) {
        check(at, resources, ResourceChecks::name, out);
    }

    /// Validates the resources of a pod as a whole.
    static void pod(String at, Json.Obj resources, FieldErrors out) {
        check(at, resources, ResourceChecks::podLevelName, out);
    }

    /// Validates the name of a resource.
    private interface NameCheck {
        void check(String field, String name, FieldErrors out);
    }

    private static void check(String at, Json.Obj resources, NameCheck names, FieldErrors out) {
        Json.Obj limits = Path.of("limits").object(resources);
        Json.Obj requests = Path.of("requests").object(resources);
        for (String name : FieldErrors.sorted(limits)) {
            String field = at + ".limits[" + name + "]";
            names.check(field, name, out);
            amount(field, name, limits, out);
            pages(field, name, limits, out);
        }
        for (String name : FieldErrors.sorted(requests)) {
            String field = at + ".requests[" + name + "]";
            names.check(field, name, out);
            amount(field, name, requests, out);
            together(at, name, limits, requests, out);
            pages(field, name, requests, out);
        }
        boolean huge =
                limits.fields().keySet().stream().anyMatch(it -> it.startsWith(HUGE))
                        || requests.fields().keySet().stream().anyMatch(it -> it.startsWith(HUGE));
        if (huge && !plain(limits) && !plain(requests)) {
            out.forbidden(at, "HugePages require cpu or memory");
        }
    }

    /// The resources of a pod must suffice for its containers (upstream:
    /// `validatePodResourceConsistency`).
    static void consistent(String at, Json.Obj spec, FieldErrors out) {
        Path resources = Path.of("resources");
        Json.Obj requests = resources.then("requests").object(spec);
        Json.Obj limits = resources.then("limits").object(spec);
        PodLevelResources.total(spec, "requests")
                .forEach((name, sum) ->
                        suffices(
                                at + ".requests[" + name + "]",
                                "requests",
                                name,
                                requests,
                                sum,
                                out));
        PodLevelResources.total(spec, "limits")
                .forEach((name, sum) -> {
                    if (name.startsWith(HUGE)) {
                        suffices(at + ".limits[" + name + "]", "limits", name, limits, sum, out);
                    }
                });
        List<Json> containers = Path.of("containers").items(spec);
        for (int i = 0; i < containers.size(); i++) {
            Json.Obj own = resources.then("limits").object(containers.get(i));
            for (String name : FieldErrors.sorted(own)) {
                Json limit = limits.fields().get(name);
                Json value = own.fields().getOrDefault(name, Json.of("0"));
                if (limit != null
                        && FieldErrors.quantity(value).compareTo(FieldErrors.quantity(limit)) > 0) {
                    out.invalid(
                            at + ".containers[" + i + "][" + name + "].limits",
                            value,
                            "must be less than or equal to pod limits of "
                                    + FieldErrors.quantity(limit));
                }
            }
        }
    }

    private static void suffices(
            String field, String list, String name, Json.Obj pod, Quantity sum, FieldErrors out) {
        Json given = pod.fields().get(name);
        if (given != null && sum.compareTo(FieldErrors.quantity(given)) > 0) {
            out.invalid(
                    field,
                    given,
                    "must be greater than or equal to aggregate container " + list + " of " + sum);
        }
    }

    private static boolean plain(Json.Obj amounts) {
        return amounts.fields().containsKey("cpu") || amounts.fields().containsKey("memory");
    }

    /// Validates the quantity of a resource of a node.
    static void node(String field, String name, Json value, FieldErrors out) {
        amount(field, value, out);
        boolean whole = extended(name) || name.equals("pods");
        if (whole && FieldErrors.quantity(value).toString().endsWith("m")) {
            out.invalid(field, value, "must be an integer");
        }
    }

    /// Whether the name is a resource of quotas.
    private static boolean known(String name) {
        return QUOTAS.contains(name) || name.startsWith("requests.") || name.startsWith("limits.");
    }

    private static void name(String field, String name, FieldErrors out) {
        int before = out.found().size();
        out.qualified(field, name);
        boolean standard = STANDARD.contains(name) || name.startsWith(HUGE);
        if (name.indexOf('/') < 0 && !standard) {
            if (before == out.found().size() && !known(name)) {
                out.invalid(field, name, "must be a standard resource type or fully qualified");
            }
            out.invalid(field, name, "must be a standard resource for containers");
        }
    }

    /// Parity: the name of a resource that the pod cannot have is only reported if it is valid.
    private static void podLevelName(String field, String name, FieldErrors out) {
        int before = out.found().size();
        out.qualified(field, name);
        boolean standard = STANDARD.contains(name) || name.startsWith(HUGE) || known(name);
        if (before == out.found().size() && name.indexOf('/') < 0 && !standard) {
            out.invalid(field, name, "must be a standard resource type or fully qualified");
        }
        if (before == out.found().size() && !PodLevelResources.supports(name)) {
            out.oneOf(field, name, "cpu", HUGE, "memory");
        }
    }

    private static void amount(String field, String name, Json.Obj amounts, FieldErrors out) {
        Json value = amounts.fields().getOrDefault(name, Json.of("0"));
        amount(field, value, out);
        if (extended(name) && FieldErrors.quantity(value).toString().endsWith("m")) {
            out.invalid(field, value, "must be an integer");
        }
    }

    /// The quantity of huge pages must be a multiple of the page size.
    private static void pages(String field, String name, Json.Obj amounts, FieldErrors out) {
        if (!name.startsWith(HUGE)) {
            return;
        }
        Json value = amounts.fields().getOrDefault(name, Json.of("0"));
        Quantity size = quantity(Json.of(name.substring(HUGE.length())));
        Quantity amount = quantity(value);
        if (size.value() <= 0) {
            return;
        }
        // Parity: IsHugePageResourceValueDivisible divides the values, which may overflow.
        if (amount.sign() < 0 || amount.value() % size.value() != 0) {
            String shown = value instanceof Json.Str(var text) ? text : value.text();
            out.invalid(field, value, shown + " is not positive integer multiple of " + name);
        }
    }

    private static Quantity quantity(Json value) {
        try {
            return FieldErrors.quantity(value);
        } catch (QuantityException e) {
            return Quantity.ZERO;
        }
    }

    static void amount(String field, Json value, FieldErrors out) {
        if (FieldErrors.quantity(value).compareTo(Quantity.parse("0")) < 0) {
            out.invalid(field, value, "must be greater than or equal to 0");
        }
    }

    private static void together(
            String at, String name, Json.Obj limits, Json.Obj requests, FieldErrors out) {
        Json limit = limits.fields().get(name);
        Json request = requests.fields().getOrDefault(name, Json.of("0"));
        boolean shared = !extended(name) && !name.startsWith(HUGE);
        if (limit == null) {
            if (!shared) {
                out.required(at + ".limits", "Limit must be set for non overcommitable resources");
            }
            return;
        }
        int order = FieldErrors.quantity(request).compareTo(FieldErrors.quantity(limit));
        String shown = limit instanceof Json.Str(var text) ? text : limit.text();
        if (!shared && order != 0) {
            out.invalid(
                    at + ".requests", request, "must be equal to " + name + " limit of " + shown);
        } else if (order > 0) {
            out.invalid(
                    at + ".requests",
                    request,
                    "must be less than or equal to " + name + " limit of " + shown);
        }
    }

    private static boolean extended(String name) {
        int slash = name.indexOf('/');
        return slash > 0
                && LabelSyntax.ofKey(name).isEmpty()
                && !name.substring(0, slash).endsWith("kubernetes.io")
                && !name.startsWith("requests.");
    }
}
