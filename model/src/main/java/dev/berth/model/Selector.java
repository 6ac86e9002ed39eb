package dev.berth.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A label selector that was read and can be asked.
///
/// Two selectors that ask for the same in the same order are equal, whether they were written as
/// labels or as expressions.
public final class Selector {
    public static final Selector EVERYTHING = new Selector(true, List.of());
    public static final Selector NOTHING = new Selector(false, List.of());

    private final boolean any;
    private final List<Requirement> requirements;

    private Selector(boolean any, List<Requirement> requirements) {
        this.any = any;
        this.requirements = List.copyOf(requirements);
    }

    /// An absent selector selects nothing, an empty one everything.
    ///
    /// @throws SelectorException if it cannot be read
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

    // Parity: only the first requirement that cannot be read is told, and comparisons are for
    // nodes.
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

    /// These labels with these values, whatever their syntax, as node selectors and services ask.
    public static Selector exactly(Labels wanted) {
        var requirements = new ArrayList<Requirement>();
        for (Map.Entry<String, String> label : wanted) {
            requirements.add(
                    new Requirement(label.getKey(), Requirement.IN, List.of(label.getValue())));
        }
        return requirements.isEmpty() ? EVERYTHING : new Selector(true, requirements);
    }

    /// As this, and `requirement` besides.
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

    /// Asks for nothing, so everything is selected.
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
