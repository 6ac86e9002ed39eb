package dev.berth.engine.state;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;

import java.util.Optional;

/// Applies changes of objects other than pods and nodes, and informs observers.
final class ObjectUpdates {
    private final ClusterObjects objects;
    private final StateObservers observers;
    private final SelectorGroups groups;
    private final AffinityTermIndex terms;

    ObjectUpdates(
            ClusterObjects objects,
            StateObservers observers,
            SelectorGroups groups,
            AffinityTermIndex terms) {
        this.objects = objects;
        this.observers = observers;
        this.groups = groups;
        this.terms = terms;
    }

    StateChange<KubeObject> put(KubeObject object) {
        Optional<KubeObject> expected =
                objects.find(object.kind(), object.key()).map(objects::expected);
        Optional<KubeObject> before = objects.put(object);
        changed(before, Optional.of(object), expected);
        return StateChange.of(before, Optional.of(object));
    }

    StateChange<KubeObject> remove(Kind kind, String key, String uid) {
        Optional<KubeObject> expected = objects.find(kind, key).map(objects::expected);
        Optional<KubeObject> before = objects.remove(kind, key, uid);
        if (before.isPresent()) {
            changed(before, Optional.empty(), expected);
        }
        return StateChange.of(before, Optional.empty());
    }

    /// @param expected the object as it was assumed before
    private void changed(
            Optional<KubeObject> before,
            Optional<KubeObject> after,
            Optional<KubeObject> expected) {
        Kind kind = after.or(() -> before).orElseThrow().kind();
        boolean sameLabels =
                before.isPresent()
                        && after.isPresent()
                        && before.get().meta().labels().equals(after.get().meta().labels());
        if (kind.equals(Kind.NAMESPACE) && !sameLabels) {
            terms.forgetMatches();
            groups.namespacesChanged();
        }
        Optional<KubeObject> expectedNow = after.map(objects::expected);
        observers.inform(observer -> {
            observer.objectChanged(before, after);
            if (!expected.equals(expectedNow)) {
                observer.assumedObjectChanged(expected, expectedNow);
            }
        });
    }
}
