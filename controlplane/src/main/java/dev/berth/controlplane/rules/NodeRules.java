package dev.berth.controlplane.rules;

import dev.berth.controlplane.store.FieldError;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The rules of nodes.
final class NodeRules implements KindRule {
    private static final Path CIDR = Path.of("spec", "podCIDR");
    private static final Path CIDRS = Path.of("spec", "podCIDRs");
    private static final Path PROVIDER = Path.of("spec", "providerID");

    @Override
    public Json.Obj withDefaults(Json.Obj object) {
        String cidr = CIDR.text(object);
        Json.Obj tree =
                cidr.isEmpty() || CIDRS.in(object)
                        ? object
                        : CIDRS.set(object, Json.arr(Json.of(cidr)));
        Path capacity = Path.of("status", "capacity");
        return capacity.in(tree)
                ? Path.of("status", "allocatable").setIfAbsent(tree, capacity.object(tree))
                : tree;
    }

    @Override
    public Json.Obj withDefaultsOnUpdate(Json.Obj before, Json.Obj after) {
        String cidr = CIDR.text(after);
        boolean moved = !cidr.isEmpty() && !CIDRS.items(after).contains(Json.of(cidr));
        return withDefaults(moved ? CIDRS.set(after, Json.arr(Json.of(cidr))) : after);
    }

    @Override
    public void check(Json.Obj node, FieldErrors out) {
        List<Json> taints = Path.of("spec", "taints").items(node);
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < taints.size(); i++) {
            String at = "metadata.taints[" + i + "]";
            String key = Path.of("key").text(taints.get(i));
            String value = Path.of("value").text(taints.get(i));
            String effect = Path.of("effect").text(taints.get(i));
            out.qualified(at + ".key", key);
            out.labelValue(at + ".value", value);
            if (effect.isEmpty()) {
                out.required(at + ".effect");
            } else {
                PodChecks.effect(at + ".effect", effect, out);
            }
            if (!seen.add(key + " " + effect)) {
                Json.Obj shown =
                        Json.Obj.EMPTY
                                .with("Key", key)
                                .with("Value", value)
                                .with("Effect", effect)
                                .with("TimeAdded", Json.Null.NULL);
                FieldError twice = FieldError.duplicate(at, shown);
                out.add(
                        new FieldError(
                                at,
                                twice.reason(),
                                twice.message()
                                        + ": taints must be unique by key and effect pair"));
            }
        }
        amounts(node, out);
    }

    @Override
    public void checkChange(Json.Obj before, Json.Obj after, FieldErrors out) {
        check(after, out);
        if (!CIDRS.items(before).isEmpty() && !CIDRS.items(before).equals(CIDRS.items(after))) {
            out.forbidden(
                    "spec.podCIDRs",
                    "node updates may not change podCIDR except from \"\" to valid");
        }
        if (!PROVIDER.text(before).isEmpty()
                && !PROVIDER.text(before).equals(PROVIDER.text(after))) {
            String how = PROVIDER.text(after).isEmpty() ? "cleared" : "modified";
            out.invalid("spec.providerID", Json.Null.NULL, "field cannot be " + how + " once set");
        }
    }

    @Override
    public void checkStatus(Json.Obj before, Json.Obj after, FieldErrors out) {
        amounts(after, out);
    }

    private static void amounts(Json.Obj node, FieldErrors out) {
        for (String list : List.of("capacity", "allocatable")) {
            Json.Obj amounts = Path.of("status", list).object(node);
            for (String name : FieldErrors.sorted(amounts)) {
                ResourceChecks.node(
                        "status." + list + "." + name,
                        name,
                        amounts.fields().getOrDefault(name, Json.of("0")),
                        out);
            }
        }
    }
}
