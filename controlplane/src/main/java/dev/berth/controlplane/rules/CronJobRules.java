package dev.berth.controlplane.rules;

import static dev.berth.controlplane.defaults.TreeDefaults.at;
import static dev.berth.controlplane.defaults.TreeDefaults.setIfAbsent;

import dev.berth.controlplane.defaults.PodDefaults;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

/// The rules of cron jobs. The embedded control plane has no controller that starts them.
final class CronJobRules implements KindRule {
    private static final Path SPEC = Path.of("spec");
    private static final Path POD = Path.of("spec", "jobTemplate", "spec", "template", "spec");

    @Override
    public Json.Obj withDefaults(Json.Obj object) {
        Json.Obj tree = SPEC.setIfAbsent(object, Json.Obj.EMPTY);
        tree = at(tree, SPEC, it -> setIfAbsent(it, "concurrencyPolicy", "Allow"));
        tree = at(tree, SPEC, it -> setIfAbsent(it, "suspend", false));
        tree = at(tree, SPEC, it -> setIfAbsent(it, "successfulJobsHistoryLimit", 3));
        tree = at(tree, SPEC, it -> setIfAbsent(it, "failedJobsHistoryLimit", 1));
        return at(tree, POD, PodDefaults::spec);
    }

    @Override
    public void check(Json.Obj object, FieldErrors out) {
        String schedule = SPEC.then("schedule").text(object);
        int fields = schedule.isBlank() ? 0 : schedule.strip().split("\\s+").length;
        if (schedule.isEmpty()) {
            out.required("spec.schedule");
        } else if (!schedule.startsWith("@") && fields != 5) {
            out.invalid(
                    "spec.schedule",
                    schedule,
                    "expected exactly 5 fields, found %d: [%s]"
                            .formatted(fields, String.join(" ", schedule.strip().split("\\s+"))));
        }
        out.oneOf(
                "spec.concurrencyPolicy",
                SPEC.then("concurrencyPolicy").text(object),
                "Allow",
                "Forbid",
                "Replace");
        PodTemplateRules.check(
                "spec.jobTemplate.spec.template",
                Path.of("spec", "jobTemplate", "spec", "template").object(object),
                out);
    }
}
