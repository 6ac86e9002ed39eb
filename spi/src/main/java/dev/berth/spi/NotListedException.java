package dev.berth.spi;

import dev.berth.model.Kind;

/// Objects of a kind were asked for that has not been listed yet: which there are is not known.
///
/// A plugin need not catch it: the attempt fails with the message and is made again later.
public final class NotListedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public NotListedException(Kind kind, String why) {
        super("%s are not known: %s".formatted(kind.plural(), why));
    }
}
