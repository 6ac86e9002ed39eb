package dev.berth.controlplane.rules;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.List;

/// The rules of pod disruption budgets.
final class DisruptionBudgetRules implements KindRule {
    private static final Path SPEC = Path.of("spec");

    private static final Path MIN = Path.of("spec", "minAvailable");
    private static final Path MAX = Path.of("spec", "maxUnavailable");
    private static final Path POLICY = Path.of("spec", "unhealthyPodEvictionPolicy");

    @Override
    public void check(Json.Obj budget, FieldErrors out) {
        if (MIN.in(budget) && MAX.in(budget)) {
            Json.Obj shown =
                    Json.Obj.EMPTY
                            .with("MinAvailable", MIN.find(budget).get())
                            .with("Selector", selector(budget))
                            .with("MaxUnavailable", MAX.find(budget).get())
                            .with(
                                    "UnhealthyPodEvictionPolicy",
                                    POLICY.find(budget).orElse(Json.Null.NULL));
            out.invalid("spec", shown, "minAvailable and maxUnavailable cannot be both set");
        }
        MIN.find(budget).ifPresent(it -> share("spec.minAvailable", it, out));
        MAX.find(budget).ifPresent(it -> share("spec.maxUnavailable", it, out));
        out.selector("spec.selector", SPEC.then("selector").object(budget));
        if (POLICY.in(budget)) {
            out.oneOf(
                    "spec.unhealthyPodEvictionPolicy",
                    POLICY.text(budget),
                    "AlwaysAllow",
                    "IfHealthyBudget");
        }
    }

    private static Json selector(Json.Obj budget) {
        Path selector = SPEC.then("selector");
        return selector.in(budget) ? FieldErrors.shown(selector.object(budget)) : Json.Null.NULL;
    }

    private static void share(String field, Json value, FieldErrors out) {
        out.share(field, value);
        out.notMoreThanAll(field, value);
    }

    @Override
    public void checkStatus(Json.Obj before, Json.Obj after, FieldErrors out) {
        for (String name :
                List.of("disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods")) {
            out.notNegative("status." + name, Path.of("status", name), after);
        }
    }
}
