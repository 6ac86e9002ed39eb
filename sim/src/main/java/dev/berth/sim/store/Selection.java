package dev.berth.sim.store;

import dev.berth.model.Kind;

import java.util.Optional;
import java.util.function.Predicate;

/// Which objects a list or a watch is about: a kind or all, a namespace or all (empty), and a
/// further condition.
public record Selection(Optional<Kind> kind, String namespace, Predicate<ObjectVersion> condition) {
    public static Selection everything() {
        return new Selection(Optional.empty(), "", Selection::any);
    }

    public static Selection of(Kind kind) {
        return new Selection(Optional.of(kind), "", Selection::any);
    }

    public Selection in(String namespace) {
        return new Selection(kind, namespace, condition);
    }

    /// Narrows the selection; the seam for label and field selectors.
    public Selection where(Predicate<ObjectVersion> condition) {
        return new Selection(kind, namespace, this.condition.and(condition));
    }

    boolean covers(Kind kind, String namespace) {
        return (this.kind.isEmpty() || this.kind.get().equals(kind))
                && (this.namespace.isEmpty() || this.namespace.equals(namespace));
    }

    private static boolean any(ObjectVersion object) {
        return true;
    }

    boolean matches(ObjectVersion object) {
        return condition.test(object);
    }
}
