package dev.berth.apiserver;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The watches that clients have open, so that they end well when the server does.
final class OpenStreams {
    private final Set<WatchStream> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    void add(WatchStream stream) {
        open.add(stream);
        if (closed) {
            stream.end();
        }
    }

    void remove(WatchStream stream) {
        open.remove(stream);
    }

    int count() {
        return open.size();
    }

    void close() {
        closed = true;
        open.forEach(WatchStream::end);
    }
}
