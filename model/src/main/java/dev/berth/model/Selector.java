package dev.berth.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A validated label selector.
///
/// Two selectors with the same requirements in the same order are equal, whether they use labels or
/// expressions.
public final class Selector {
    public static final Selector EVERYTHING = new Selector(true, List.of());
    public static final Selector NOTHING = new Selector(false, List.of());

    private final boolean any;
    private final List<Requirement> requirements;

    private Selector(boolean any, List<Requirement> requirements) {
        this.any = any;
        this.requirements = List.copyOf(requirements);
    }

    /// An absent selector selects no objects, and an empty one all objects.
    ///
    /// @throws SelectorException if the selector is invalid
    public static Selector of(Optional<LabelSelector> written) {
        if (written.isEmpty()) {
            return NOTHING;
        }
        var requirements = new ArrayList<Requirement>();
        for (Map.Entry<String, String> label : written.get().matchLabels()) {
            requirements.add(
                    new Requirement(label.getKey(), Requirement.IN, List.of(label.getValue())));
        }
        requirements.addAll(written.get().matchExpressions());
        for (Requirement requirement : requirements) {
            check(requirement);
        }
        return requirements.isEmpty() ? EVERYTHING : new Selector(true, requirements);
    }

    // Parity: LabelSelectorAsSelector reports only the first invalid requirement, and rejects Gt
    // and Lt.
    private static void check(Requirement requirement) {
        switch (requirement.operator()) {
            case Requirement.IN,
                    Requirement.NOT_IN,
                    Requirement.EXISTS,
                    Requirement.DOES_NOT_EXIST -> {
                List<SelectorProblem> problems = requirement.problems("");
                if (!problems.isEmpty()) {
                    throw new SelectorException(SelectorProblem.join(problems));
                }
            }
            default ->
                    throw new SelectorException(
                            "\"%s\" is not a valid label selector operator"
                                    .formatted(requirement.operator()));
        }
    }

    /// Selects objects that have all of these labels. The syntax of the labels is not validated, as
    /// in node selectors and services.
    public static Selector exactly(Labels wanted) {
        var requirements = new ArrayList<Requirement>();
        for (Map.Entry<String, String> label : wanted) {
            requirements.add(
                    new Requirement(label.getKey(), Requirement.IN, List.of(label.getValue())));
        }
        return requirements.isEmpty() ? EVERYTHING : new Selector(true, requirements);
    }

    /// This selector with another requirement.
    public Selector and(Requirement requirement) {
        var more = new ArrayList<>(requirements);
        more.add(requirement);
        return new Selector(any, more);
    }

    public boolean matches(Labels labels) {
        for (int i = 0; i < requirements.size(); i++) {
            if (!requirements.get(i).matches(labels)) {
                return false;
            }
        }
        return any;
    }

    /// Whether the selector selects all objects, because it has no requirements.
    public boolean isEmpty() {
        return any && requirements.isEmpty();
    }

    public List<Requirement> requirements() {
        return requirements;
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof Selector that
                        && any == that.any
                        && requirements.equals(that.requirements);
    }

    @Override
    public int hashCode() {
        return requirements.hashCode() * 2 + (any ? 1 : 0);
    }

    @Override
    public String toString() {
        return any ? requirements.toString() : "nothing";
    }
}
