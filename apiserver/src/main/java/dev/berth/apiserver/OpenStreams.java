package dev.berth.apiserver;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The open watches of clients, which the server ends when it stops.
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
