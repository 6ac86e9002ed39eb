package dev.berth.app;

import dev.berth.app.RunNotes.Preempting;
import dev.berth.model.json.Json;
import dev.berth.spi.Preemption;

import java.util.List;
import java.util.Map;

/// Receipts of preemptions for people and for programs.
final class PreemptionText {
    private PreemptionText() {}

    /// @param placed the node each pod is on now
    static Json json(Preempting made, Map<String, String> placed) {
        Preemption preemption = made.preemption();
        Preemption.Candidate taken = preemption.chosen();
        return Json.Obj.builder()
                .put("pod", made.pod())
                .put("node", taken.node())
                .put("placedOn", placed.getOrDefault(made.pod(), ""))
                .put("nodesExamined", preemption.examined())
                .put("candidates", preemption.possible())
                .put("decidedBy", preemption.decidedBy())
                .put("budgetViolations", taken.violations())
                .put(
                        "victims",
                        Json.arr(
                                taken.victims().stream()
                                        .map(PreemptionText::victim)
                                        .toArray(Json[]::new)))
                .put("spared", texts(taken.reprieved()))
                .build();
    }

    private static Json victim(Preemption.Victim victim) {
        return Json.Obj.builder()
                .put("pod", victim.pod())
                .put("priority", victim.priority())
                .put("why", texts(victim.why()))
                .put("budgets", texts(victim.budgets()))
                .put("violatesBudget", victim.violates())
                .build();
    }

    private static Json.Arr texts(List<String> texts) {
        return Json.arr(texts.stream().map(Json::of).toArray(Json[]::new));
    }

    /// Who went for whom, and why, a line each.
    static String text(String pod, Preemption made) {
        Preemption.Candidate taken = made.chosen();
        var text =
                new StringBuilder(
                        "%s preempts on %s, %s%s"
                                .formatted(
                                        pod,
                                        taken.node(),
                                        choice(made),
                                        because(made.decidedBy())));
        for (Preemption.Victim victim : taken.victims()) {
            text.append(
                    "%n  victim %s, priority %d: with it %s%s"
                            .formatted(
                                    victim.pod(),
                                    victim.priority(),
                                    String.join(", ", victim.why()),
                                    budgets(victim)));
        }
        for (String reprieved : taken.reprieved()) {
            text.append("%n  spared %s".formatted(reprieved));
        }
        return text.toString();
    }

    private static String choice(Preemption made) {
        return made.possible() == 1
                ? "the only node where that helps (%d examined)".formatted(made.examined())
                : "one of %d nodes where that helps (%d examined)"
                        .formatted(made.possible(), made.examined());
    }

    private static String because(String rule) {
        return rule.isEmpty() ? "" : ": " + rule;
    }

    private static String budgets(Preemption.Victim victim) {
        return victim.budgets().isEmpty()
                ? ""
                : "; budget %s %s"
                        .formatted(
                                String.join(", ", victim.budgets()),
                                victim.violates() ? "violated" : "kept");
    }
}
