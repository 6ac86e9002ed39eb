package dev.berth.controlplane.rules;

import static dev.berth.controlplane.rules.PodChecks.items;
import static dev.berth.controlplane.rules.PodChecks.text;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Validates updates of pods (upstream: `ValidatePodUpdate`).
final class PodChanges {
    static final String LITTLE =
            "pod updates may not change fields other than"
                + " `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations`"
                + " (only additions to existing tolerations),`spec.terminationGracePeriodSeconds`"
                + " (allow it to be set to 1 if it was previously negative)";
    private static final Path SPEC = Path.of("spec");
    private static final Path DEADLINE = Path.of("activeDeadlineSeconds");
    private static final Path GRACE = Path.of("terminationGracePeriodSeconds");
    private static final Path REQUIRED =
            Path.of("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution");

    private PodChanges() {}

    static void check(Json.Obj before, Json.Obj after, FieldErrors out) {
        Json.Obj old = SPEC.object(before);
        Json.Obj spec = SPEC.object(after);
        if (!counts(old, spec, out)) {
            return;
        }
        images("containers", spec, out);
        images("initContainers", spec, out);
        deadline(old, spec, out);
        tolerations(old, spec, out);
        if (!out.found().isEmpty()) {
            return;
        }
        boolean gated = !items("schedulingGates", old).isEmpty();
        gates(old, spec, out);
        Json.Obj expected = munged(old, spec, gated);
        if (!expected.equals(spec)) {
            if (gated && nodeSelectorShrank(old, spec)) {
                out.invalid(
                        "spec.nodeSelector",
                        Path.of("nodeSelector").object(spec),
                        "only additions to spec.nodeSelector are allowed (no mutations or"
                                + " deletions)");
            } else {
                out.forbidden("spec", LITTLE);
            }
        }
    }

    private static boolean counts(Json.Obj old, Json.Obj spec, FieldErrors out) {
        boolean same = true;
        for (String list : List.of("containers", "initContainers")) {
            if (items(list, old).size() != items(list, spec).size()) {
                out.forbidden("spec." + list, "pod updates may not add or remove containers");
                same = false;
            }
        }
        return same;
    }

    /// Rejects image names with leading or trailing spaces.
    static void images(Json.Obj spec, FieldErrors out) {
        for (String list : List.of("containers", "initContainers")) {
            List<Json> containers = items(list, spec);
            for (int i = 0; i < containers.size(); i++) {
                String image = text("image", containers.get(i));
                if (!image.strip().equals(image)) {
                    out.invalid(
                            "spec." + list + "[" + i + "].image",
                            image,
                            "must not have leading or trailing whitespace");
                }
            }
        }
    }

    private static void images(String list, Json.Obj spec, FieldErrors out) {
        List<Json> containers = items(list, spec);
        for (int i = 0; i < containers.size(); i++) {
            String field = "spec." + list + "[" + i + "].image";
            String image = text("image", containers.get(i));
            if (image.isEmpty()) {
                out.required(field);
            } else if (!image.strip().equals(image)) {
                out.invalid(field, image, "must not have leading or trailing whitespace");
            }
        }
    }

    private static void deadline(Json.Obj old, Json.Obj spec, FieldErrors out) {
        String field = "spec.activeDeadlineSeconds";
        Optional<Json> wanted = DEADLINE.find(spec);
        Optional<Json> before = DEADLINE.find(old);
        if (wanted.isPresent()) {
            long seconds = DEADLINE.number(spec, 0);
            if (seconds < 0 || seconds > Integer.MAX_VALUE) {
                out.invalid(field, wanted.get(), "must be between 0 and 2147483647, inclusive");
            } else if (before.isPresent() && DEADLINE.number(old, 0) < seconds) {
                out.invalid(field, wanted.get(), "must be less than or equal to previous value");
            }
        } else if (before.isPresent()) {
            out.invalid(
                    field, Json.Null.NULL, "must not update from a positive integer to nil value");
        }
    }

    private static void tolerations(Json.Obj old, Json.Obj spec, FieldErrors out) {
        List<Json> after =
                items("tolerations", spec).stream().map(PodChanges::withoutSeconds).toList();
        for (Json toleration : items("tolerations", old)) {
            if (!after.contains(withoutSeconds(toleration))) {
                out.forbidden(
                        "spec.tolerations",
                        "existing toleration can not be modified except its tolerationSeconds");
                return;
            }
        }
    }

    private static Json withoutSeconds(Json toleration) {
        return toleration instanceof Json.Obj object
                ? object.without("tolerationSeconds")
                : toleration;
    }

    private static void gates(Json.Obj old, Json.Obj spec, FieldErrors out) {
        List<String> before = names(old);
        List<String> after = names(spec);
        for (int i = 0; i < after.size(); i++) {
            if (!before.contains(after.get(i))) {
                out.forbidden(
                        "spec.schedulingGates[" + i + "].name",
                        "only deletion is allowed, but found new scheduling gate '"
                                + after.get(i)
                                + "'");
            }
        }
    }

    private static List<String> names(Json.Obj spec) {
        return items("schedulingGates", spec).stream().map(gate -> text("name", gate)).toList();
    }

    /// The old spec with the new values of all fields that can change.
    private static Json.Obj munged(Json.Obj old, Json.Obj spec, boolean gated) {
        Json.Obj expected = old;
        for (String list : List.of("containers", "initContainers")) {
            expected = withImages(list, expected, spec);
        }
        for (String name : List.of("activeDeadlineSeconds", "tolerations", "schedulingGates")) {
            expected = taken(name, expected, spec);
        }
        if (GRACE.number(old, 0) < 0 && GRACE.number(spec, 0) == 1) {
            expected = taken("terminationGracePeriodSeconds", expected, spec);
        }
        if (gated && !nodeSelectorShrank(old, spec)) {
            expected = taken("nodeSelector", expected, spec);
        }
        if (gated && !REQUIRED.in(old)) {
            expected = taken("affinity", expected, spec);
        }
        return expected;
    }

    private static boolean nodeSelectorShrank(Json.Obj old, Json.Obj spec) {
        Json.Obj after = Path.of("nodeSelector").object(spec);
        return Path.of("nodeSelector").object(old).fields().entrySet().stream()
                .anyMatch(it -> !it.getValue().equals(after.fields().get(it.getKey())));
    }

    private static Json.Obj taken(String name, Json.Obj into, Json.Obj from) {
        Json value = from.fields().get(name);
        return value == null ? into.without(name) : into.with(name, value);
    }

    private static Json.Obj withImages(String list, Json.Obj into, Json.Obj from) {
        List<Json> containers = items(list, into);
        if (containers.isEmpty()) {
            return into;
        }
        var changed = new ArrayList<Json>();
        for (int i = 0; i < containers.size(); i++) {
            changed.add(
                    containers.get(i) instanceof Json.Obj container
                            ? container.with("image", text("image", items(list, from).get(i)))
                            : containers.get(i));
        }
        return into.with(list, new Json.Arr(changed));
    }
}
