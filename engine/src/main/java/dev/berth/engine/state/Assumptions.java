package dev.berth.engine.state;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.spi.Assumption;
import dev.berth.spi.OutOfSyncException;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// What is taken to be so of objects before the API server shows it.
///
/// Pods have an assumption of their own kind, which takes room on a node: see [ClusterState].
final class Assumptions {
    private record Key(Kind kind, String key) {
        static Key of(KubeObject object) {
            return new Key(object.kind(), object.key());
        }
    }

    /// One of them; it stands on a version that was seen.
    record Assumed(KubeObject object, Assumption how) {
        /// Whether it can be made where this is known.
        boolean standsOn(KubeObject known) {
            return known.meta().uid().equals(object.meta().uid())
                    && switch (how) {
                        case OF_THIS_VERSION -> version(known).equals(version(object));
                        case UNTIL_NEWER -> atMost(known, object);
                    };
        }

        /// Whether there is still a difference to what was seen last.
        boolean holdsOver(KubeObject seen) {
            return standsOn(seen) && (how == Assumption.OF_THIS_VERSION || !atMost(object, seen));
        }
    }

    private final Map<Key, Assumed> assumed = new HashMap<>();

    int size() {
        return assumed.size();
    }

    /// What is assumed of the object that was seen so.
    Optional<Assumed> of(KubeObject seen) {
        return Optional.ofNullable(assumed.get(Key.of(seen)));
    }

    /// Assumes `object` over what is known: what was seen, or what has been assumed of it.
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

    /// Takes back the assumption if it is still this version of it.
    void restore(KubeObject object) {
        Assumed present = assumed.get(Key.of(object));
        if (present != null && version(present.object()).equals(version(object))) {
            assumed.remove(Key.of(object));
        }
    }

    /// The object was seen so, or is gone.
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

    /// Whether the one is no newer than the other; nobody knows it of versions that are no numbers.
    private static boolean atMost(KubeObject one, KubeObject other) {
        try {
            return Long.parseLong(version(one)) <= Long.parseLong(version(other));
        } catch (NumberFormatException noNumber) {
            return false;
        }
    }
}
