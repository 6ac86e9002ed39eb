package dev.berth.engine.state;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.spi.Assumption;
import dev.berth.spi.OutOfSyncException;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Assumed versions of objects that the API server has not reported yet (kube-scheduler:
/// `AssumeCache`).
///
/// Assumed pods are another matter, because they are charged to a node: see [ClusterState].
final class Assumptions {
    private record Key(Kind kind, String key) {
        static Key of(KubeObject object) {
            return new Key(object.kind(), object.key());
        }
    }

    /// An assumed object, based on a version that was seen.
    record Assumed(KubeObject object, Assumption how) {
        /// Whether it can be assumed over this known version.
        boolean standsOn(KubeObject known) {
            return known.meta().uid().equals(object.meta().uid())
                    && switch (how) {
                        case OF_THIS_VERSION -> version(known).equals(version(object));
                        case UNTIL_NEWER -> atMost(known, object);
                    };
        }

        /// Whether it still differs from the version that was seen last.
        boolean holdsOver(KubeObject seen) {
            return standsOn(seen) && (how == Assumption.OF_THIS_VERSION || !atMost(object, seen));
        }
    }

    private final Map<Key, Assumed> assumed = new HashMap<>();

    int size() {
        return assumed.size();
    }

    /// The assumed version of the object; the version that was seen if none is assumed.
    Optional<Assumed> of(KubeObject seen) {
        return Optional.ofNullable(assumed.get(Key.of(seen)));
    }

    /// Assumes `object` over the known version: the one that was seen, or an assumed one.
    void assume(Optional<KubeObject> known, KubeObject object, Assumption how) {
        KubeObject before = known.orElseThrow(() -> new OutOfSyncException(unknown(object, how)));
        var next = new Assumed(object, how);
        if (!next.standsOn(before)) {
            throw new OutOfSyncException(outOfSync(before, object, how));
        }
        assumed.put(Key.of(object), next);
    }

    private static String unknown(KubeObject object, Assumption how) {
        return switch (how) {
            case OF_THIS_VERSION ->
                    "%s \"%s\" not found".formatted(object.kind().plural(), object.key());
            case UNTIL_NEWER ->
                    "could not find %s \"%s\"".formatted(object.kind().name(), object.key());
        };
    }

    private static String outOfSync(KubeObject known, KubeObject object, Assumption how) {
        String text =
                "\"%s\" is out of sync (stored: %s, assume: %s)"
                        .formatted(object.key(), version(known), version(object));
        return switch (how) {
            case OF_THIS_VERSION -> text;
            case UNTIL_NEWER -> object.kind().name() + " " + text;
        };
    }

    /// Restores the object if this version of it is still assumed.
    void restore(KubeObject object) {
        Assumed present = assumed.get(Key.of(object));
        if (present != null && version(present.object()).equals(version(object))) {
            assumed.remove(Key.of(object));
        }
    }

    /// The object was seen, or is deleted.
    void seen(Kind kind, String key, @Nullable KubeObject object) {
        var place = new Key(kind, key);
        Assumed present = assumed.get(place);
        if (present != null && (object == null || !present.holdsOver(object))) {
            assumed.remove(place);
        }
    }

    private static String version(KubeObject object) {
        return object.meta().resourceVersion();
    }

    /// Whether one version is not newer than the other; false if the versions are not numbers.
    private static boolean atMost(KubeObject one, KubeObject other) {
        try {
            return Long.parseLong(version(one)) <= Long.parseLong(version(other));
        } catch (NumberFormatException noNumber) {
            return false;
        }
    }
}
