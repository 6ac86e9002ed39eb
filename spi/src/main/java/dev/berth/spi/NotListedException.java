package dev.berth.spi;

import dev.berth.model.Kind;

/// The scheduler has not listed the objects of a kind yet, so a lister cannot return them.
///
/// Plugins do not need to catch this exception: the attempt fails with its message and the pod is
/// retried later.
public final class NotListedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public NotListedException(Kind kind, String why) {
        super("%s are not known: %s".formatted(kind.plural(), why));
    }
}
