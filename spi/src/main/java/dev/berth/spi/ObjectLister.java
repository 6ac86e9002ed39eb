package dev.berth.spi;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;

import java.util.Collection;
import java.util.Optional;

/// Lists objects other than pods and nodes as last observed, including custom resources (client-go:
/// listers). Use it on the scheduling thread only.
///
/// On a real cluster, the scheduler lists only the kinds that plugins declare in [Plugin#reads].
/// The methods throw a [NotListedException] for a kind that is not listed yet.
public interface ObjectLister {
    /// Throws a [NotListedException] if the kind is not listed yet. For plugins that keep an index
    /// of their own.
    default void require(Kind kind) {}

    /// The object with this key (`namespace/name`, or the name of a cluster-scoped object) as last
    /// observed.
    Optional<KubeObject> get(Kind kind, String key);

    /// All objects of the kind, in the order of their keys.
    Collection<KubeObject> list(Kind kind);

    /// As [#get], but the assumed object replaces the observed one.
    default Optional<KubeObject> getAssumed(Kind kind, String key) {
        return get(kind, key);
    }

    /// Assumes that the object of this name will become `object`, before the API server confirms it
    /// (kube-scheduler: `AssumeCache.Assume`).
    ///
    /// @throws OutOfSyncException if `object` is based on a version that is no longer the observed
    ///   one
    default void assume(KubeObject object, Assumption how) {
        throw new UnsupportedOperationException("this lister does not support assumed objects");
    }

    /// Ends an assumption (kube-scheduler: `AssumeCache.Restore`). Does nothing if another version
    /// has been assumed or observed since.
    default void restore(KubeObject assumed) {}
}
