package dev.berth.spi;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;

import java.util.Collection;
import java.util.Optional;

/// Objects other than pods and nodes as last seen, custom resources included; read on the
/// scheduling thread.
///
/// While a kind has not been listed, nobody knows which objects there are, and asking for them
/// throws a [NotListedException].
public interface ObjectLister {
    /// For whoever keeps an index of its own: throws if the kind has not been listed.
    default void require(Kind kind) {}

    Optional<KubeObject> get(Kind kind, String key);

    /// In key order.
    Collection<KubeObject> list(Kind kind);

    /// As [#get], but with what is assumed of the object.
    default Optional<KubeObject> getAssumed(Kind kind, String key) {
        return get(kind, key);
    }

    /// Takes `object` for what the one of its name will be, before the API server shows it so.
    ///
    /// @throws OutOfSyncException if it was made of another version than is known by now
    default void assume(KubeObject object, Assumption how) {
        throw new UnsupportedOperationException("nothing can be assumed here");
    }

    /// Takes back what was assumed, unless something else has been assumed or seen since.
    default void restore(KubeObject assumed) {}
}
