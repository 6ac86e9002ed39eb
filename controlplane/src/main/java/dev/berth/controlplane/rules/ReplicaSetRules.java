package dev.berth.controlplane.rules;

import static dev.berth.controlplane.defaults.TreeDefaults.at;
import static dev.berth.controlplane.defaults.TreeDefaults.setIfAbsent;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

/// The rules of replica sets and of replication controllers, which have plain label maps as
/// selectors.
final class ReplicaSetRules implements KindRule {
    private static final Path SPEC = Path.of("spec");
    private static final Path REPLICAS = Path.of("spec", "replicas");
    private static final Path READY = Path.of("spec", "minReadySeconds");
    private static final Path LABELS = Path.of("metadata", "labels");

    private final boolean plain;

    ReplicaSetRules(boolean plain) {
        this.plain = plain;
    }

    @Override
    public Json.Obj withDefaults(Json.Obj object) {
        Json.Obj tree = SPEC.setIfAbsent(object, Json.Obj.EMPTY);
        tree = PodTemplateRules.withDefaults(tree);
        tree = at(tree, SPEC, it -> setIfAbsent(it, "replicas", 1));
        Json.Obj labels = LABELS.object(PodTemplateRules.TEMPLATE.object(tree));
        if (!plain || labels.fields().isEmpty()) {
            return tree;
        }
        tree =
                PodTemplateRules.SELECTOR.in(tree)
                        ? tree
                        : PodTemplateRules.SELECTOR.set(tree, labels);
        return LABELS.in(tree) ? tree : LABELS.set(tree, labels);
    }

    @Override
    public void check(Json.Obj object, FieldErrors out) {
        out.notNegative("spec.replicas", REPLICAS, object);
        out.notNegative("spec.minReadySeconds", READY, object);
        if (plain) {
            Json.Obj selector = PodTemplateRules.SELECTOR.object(object);
            if (selector.fields().isEmpty()) {
                out.required("spec.selector");
            } else if (!PodTemplateRules.selects(
                    Json.Obj.of("matchLabels", selector),
                    LABELS.object(PodTemplateRules.TEMPLATE.object(object)))) {
                out.invalid(
                        "spec.template.metadata.labels",
                        PodTemplateRules.sorted(
                                LABELS.object(PodTemplateRules.TEMPLATE.object(object))),
                        "`selector` does not match template `labels`");
            }
        } else if (DeploymentRules.selector(object, "deployment", out)) {
            PodTemplateRules.matched(object, out);
        } else {
            return;
        }
        PodTemplateRules.check(object, out);
        PodTemplateRules.alwaysRestarts(object, out);
        PodTemplateRules.noDeadline(object, "ReplicaSet", out);
    }

    @Override
    public void checkChange(Json.Obj before, Json.Obj after, FieldErrors out) {
        check(after, out);
        if (!plain) {
            out.immutable(
                    "spec.selector",
                    PodTemplateRules.selector(before),
                    PodTemplateRules.selector(after));
        }
    }
}
