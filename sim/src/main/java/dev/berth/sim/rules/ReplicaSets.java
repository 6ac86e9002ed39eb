package dev.berth.sim.rules;

import static dev.berth.sim.rules.Filling.at;
import static dev.berth.sim.rules.Filling.unset;

import dev.berth.model.json.Json;
import dev.berth.sim.tree.Path;

/// Replica sets and, with plain selectors, replication controllers.
final class ReplicaSets implements KindRule {
    private static final Path SPEC = Path.of("spec");
    private static final Path REPLICAS = Path.of("spec", "replicas");
    private static final Path READY = Path.of("spec", "minReadySeconds");
    private static final Path LABELS = Path.of("metadata", "labels");

    private final boolean plain;

    ReplicaSets(boolean plain) {
        this.plain = plain;
    }

    @Override
    public Json.Obj filled(Json.Obj object) {
        Json.Obj tree = SPEC.setIfAbsent(object, Json.Obj.EMPTY);
        tree = Templates.filled(tree);
        tree = at(tree, SPEC, it -> unset(it, "replicas", 1));
        Json.Obj labels = LABELS.object(Templates.TEMPLATE.object(tree));
        if (!plain || labels.fields().isEmpty()) {
            return tree;
        }
        tree = Templates.SELECTOR.in(tree) ? tree : Templates.SELECTOR.set(tree, labels);
        return LABELS.in(tree) ? tree : LABELS.set(tree, labels);
    }

    @Override
    public void check(Json.Obj object, Problems out) {
        out.notNegative("spec.replicas", REPLICAS, object);
        out.notNegative("spec.minReadySeconds", READY, object);
        if (plain) {
            Json.Obj selector = Templates.SELECTOR.object(object);
            if (selector.fields().isEmpty()) {
                out.required("spec.selector");
            } else if (!Templates.selects(
                    Json.Obj.of("matchLabels", selector),
                    LABELS.object(Templates.TEMPLATE.object(object)))) {
                out.invalid(
                        "spec.template.metadata.labels",
                        Templates.sorted(LABELS.object(Templates.TEMPLATE.object(object))),
                        "`selector` does not match template `labels`");
            }
        } else if (Deployments.selector(object, "deployment", out)) {
            Templates.matched(object, out);
        } else {
            return;
        }
        Templates.check(object, out);
        Templates.alwaysRestarts(object, out);
        Templates.noDeadline(object, "ReplicaSet", out);
    }

    @Override
    public void checkChange(Json.Obj before, Json.Obj after, Problems out) {
        check(after, out);
        if (!plain) {
            out.immutable("spec.selector", Templates.selector(before), Templates.selector(after));
        }
    }
}
