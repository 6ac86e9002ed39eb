package dev.berth.controlplane.rules;

import static dev.berth.controlplane.defaults.TreeDefaults.at;
import static dev.berth.controlplane.defaults.TreeDefaults.each;
import static dev.berth.controlplane.defaults.TreeDefaults.setIfAbsent;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.List;

/// The rules of stateful sets.
final class StatefulSetRules implements KindRule {
    private static final Path SPEC = Path.of("spec");
    private static final Path STRATEGY = Path.of("spec", "updateStrategy");
    private static final Path RETENTION = Path.of("spec", "persistentVolumeClaimRetentionPolicy");
    private static final Path CLAIMS = Path.of("spec", "volumeClaimTemplates");
    private static final List<String> IMMUTABLE =
            List.of("selector", "volumeClaimTemplates", "serviceName", "podManagementPolicy");

    @Override
    public Json.Obj withDefaults(Json.Obj object) {
        Json.Obj tree = PodTemplateRules.withDefaults(SPEC.setIfAbsent(object, Json.Obj.EMPTY));
        tree = at(tree, SPEC, it -> setIfAbsent(it, "podManagementPolicy", "OrderedReady"));
        tree = STRATEGY.setIfAbsent(tree, Json.Obj.EMPTY);
        tree = at(tree, STRATEGY, it -> setIfAbsent(it, "type", "RollingUpdate"));
        if (STRATEGY.then("type").text(tree).equals("RollingUpdate")) {
            tree = STRATEGY.then("rollingUpdate").setIfAbsent(tree, Json.Obj.EMPTY);
            tree = at(tree, STRATEGY.then("rollingUpdate"), it -> setIfAbsent(it, "partition", 0));
            tree =
                    at(
                            tree,
                            STRATEGY.then("rollingUpdate"),
                            it -> setIfAbsent(it, "maxUnavailable", 1));
        }
        tree = RETENTION.setIfAbsent(tree, Json.Obj.EMPTY);
        tree =
                at(
                        tree,
                        RETENTION,
                        it ->
                                setIfAbsent(
                                        setIfAbsent(it, "whenDeleted", "Retain"),
                                        "whenScaled",
                                        "Retain"));
        tree = each(tree, CLAIMS, StatefulSetRules::claim);
        tree = at(tree, SPEC, it -> setIfAbsent(it, "replicas", 1));
        return at(tree, SPEC, it -> setIfAbsent(it, "revisionHistoryLimit", 10));
    }

    private static Json.Obj claim(Json.Obj claim) {
        Json.Obj tree =
                setIfAbsent(
                        setIfAbsent(claim, "apiVersion", "v1"), "kind", "PersistentVolumeClaim");
        tree = at(tree, SPEC, it -> setIfAbsent(it, "volumeMode", "Filesystem"));
        return Path.of("status", "phase").setIfAbsent(tree, "Pending");
    }

    @Override
    public void check(Json.Obj object, FieldErrors out) {
        String management = Path.of("spec", "podManagementPolicy").text(object);
        if (!management.equals("OrderedReady") && !management.equals("Parallel")) {
            out.invalid(
                    "spec.podManagementPolicy", management, "must be 'OrderedReady' or 'Parallel'");
        }
        String type = STRATEGY.then("type").text(object);
        if (!type.equals("RollingUpdate") && !type.equals("OnDelete")) {
            out.invalid(
                    "spec.updateStrategy",
                    Json.Obj.of("Type", Json.of(type)).with("RollingUpdate", Json.Null.NULL),
                    "must be 'RollingUpdate' or 'OnDelete'");
        }
        out.notNegative("spec.replicas", Path.of("spec", "replicas"), object);
        out.notNegative("spec.minReadySeconds", Path.of("spec", "minReadySeconds"), object);
        if (DeploymentRules.selector(object, "statefulset", out)) {
            PodTemplateRules.matched(object, out);
            // Parity: the API server does not validate `hostname` in the template of a stateful
            // set.
            PodTemplateRules.check(
                    PodTemplateRules.TEMPLATE.then("spec").then("hostname").remove(object), out);
        }
        PodTemplateRules.alwaysRestarts(object, out);
        PodTemplateRules.noDeadline(object, "StatefulSet", out);
    }

    @Override
    public void checkChange(Json.Obj before, Json.Obj after, FieldErrors out) {
        check(after, out);
        for (String name : IMMUTABLE) {
            out.immutable("spec." + name, SPEC.then(name), before, after);
        }
    }
}
