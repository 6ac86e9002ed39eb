package dev.berth.controlplane.rules;

import static dev.berth.controlplane.defaults.TreeDefaults.at;
import static dev.berth.controlplane.defaults.TreeDefaults.setIfAbsent;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.List;

/// The rules of jobs.
final class JobRules implements KindRule {
    private static final Path SPEC = Path.of("spec");
    private static final Path NAME = Path.of("metadata", "name");
    private static final Path UID = Path.of("metadata", "uid");
    private static final Path MANUAL = Path.of("spec", "manualSelector");
    private static final Path LABELS = Path.of("metadata", "labels");
    private static final Path MODE = Path.of("spec", "completionMode");
    private static final Path COMPLETIONS = Path.of("spec", "completions");

    /// The scheduling directives: the fields of the pod template that can change while a job is
    /// suspended.
    private static final List<String> DIRECTIVES =
            List.of("affinity", "nodeSelector", "tolerations", "schedulingGates");

    private static final String CONTROLLER = "batch.kubernetes.io/controller-uid";

    @Override
    public Json.Obj withDefaults(Json.Obj object) {
        Json.Obj tree = at(SPEC.setIfAbsent(object, Json.Obj.EMPTY), SPEC, JobRules::spec);
        tree = PodTemplateRules.withDefaults(tree);
        return manual(tree) ? tree : selecting(tree);
    }

    /// Adds the defaults of a job spec, also in the job template of a cron job.
    static Json.Obj spec(Json.Obj spec) {
        Json.Obj tree = spec;
        if (!Path.of("completions").in(tree) && !Path.of("parallelism").in(tree)) {
            tree = tree.with("completions", 1);
        }
        tree = setIfAbsent(tree, "parallelism", 1);
        if (!Path.of("backoffLimit").in(tree)) {
            tree =
                    tree.with(
                            "backoffLimit",
                            Path.of("backoffLimitPerIndex").in(tree) ? Integer.MAX_VALUE : 6);
        }
        tree = setIfAbsent(tree, "completionMode", "NonIndexed");
        tree = setIfAbsent(tree, "suspend", false);
        tree = setIfAbsent(tree, "manualSelector", false);
        boolean failurePolicy = Path.of("podFailurePolicy").in(tree);
        return setIfAbsent(
                tree, "podReplacementPolicy", failurePolicy ? "Failed" : "TerminatingOrFailed");
    }

    private static boolean manual(Json.Obj job) {
        return MANUAL.find(job).filter(Json.of(true)::equals).isPresent();
    }

    /// Adds the selector and the labels that the API server generates from the UID of the job.
    private static Json.Obj selecting(Json.Obj job) {
        String uid = UID.text(job);
        String name = NAME.text(job);
        Json.Obj tree = at(job, PodTemplateRules.TEMPLATE, it -> labeled(it, LABELS, uid, name));
        tree = LABELS.setIfAbsent(tree, LABELS.object(PodTemplateRules.TEMPLATE.object(tree)));
        return PodTemplateRules.SELECTOR.then("matchLabels").then(CONTROLLER).set(tree, uid);
    }

    private static Json.Obj labeled(Json.Obj tree, Path labels, String uid, String name) {
        Json.Obj all = labels.object(tree);
        all = setIfAbsent(setIfAbsent(all, CONTROLLER, uid), "batch.kubernetes.io/job-name", name);
        all = setIfAbsent(setIfAbsent(all, "controller-uid", uid), "job-name", name);
        return labels.set(tree, all);
    }

    @Override
    public void check(Json.Obj object, FieldErrors out) {
        for (String name :
                List.of(
                        "parallelism",
                        "completions",
                        "activeDeadlineSeconds",
                        "backoffLimit",
                        "ttlSecondsAfterFinished")) {
            out.notNegative("spec." + name, SPEC.then(name), object);
        }
        out.oneOf("spec.completionMode", MODE.text(object), "NonIndexed", "Indexed");
        if (MODE.text(object).equals("Indexed") && !COMPLETIONS.in(object)) {
            out.required("spec.completions", "when completion mode is Indexed");
        }
        if (!manual(object) && PodTemplateRules.SELECTOR.in(object)) {
            Json.Obj own =
                    Json.Obj.of("matchLabels", Json.Obj.of(CONTROLLER, Json.of(UID.text(object))));
            if (!PodTemplateRules.SELECTOR.object(object).equals(own)) {
                out.invalid(
                        "spec.selector",
                        PodTemplateRules.SELECTOR.object(object),
                        "`selector` not auto-generated");
            }
        }
        PodTemplateRules.matched(object, out);
        template(object, out);
    }

    private static void template(Json.Obj object, FieldErrors out) {
        PodTemplateRules.check(object, out);
        String policy =
                Path.of("spec", "restartPolicy").text(PodTemplateRules.TEMPLATE.object(object));
        if (policy.equals("Always")) {
            out.required(
                    "spec.template.spec.restartPolicy", "valid values: \"OnFailure\", \"Never\"");
        } else {
            out.oneOf("spec.template.spec.restartPolicy", policy, "OnFailure", "Never");
        }
    }

    @Override
    public void checkChange(Json.Obj before, Json.Obj after, FieldErrors out) {
        check(after, out);
        if (!MODE.text(after).equals("Indexed")) {
            out.immutable("spec.completions", COMPLETIONS, before, after);
        }
        out.immutable(
                "spec.selector",
                PodTemplateRules.selector(before),
                PodTemplateRules.selector(after));
        boolean suspended =
                SPEC.then("suspend").find(before).filter(Json.of(true)::equals).isPresent();
        Path template = PodTemplateRules.TEMPLATE.then("spec");
        Json.Obj expected = template.object(before);
        for (String name : suspended ? DIRECTIVES : List.<String>of()) {
            Json value = template.object(after).fields().get(name);
            expected = value == null ? expected.without(name) : expected.with(name, value);
        }
        out.immutable("spec.template.spec", expected, template.object(after));
        out.immutable("spec.completionMode", MODE, before, after);
    }
}
