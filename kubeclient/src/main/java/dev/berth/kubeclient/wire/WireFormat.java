package dev.berth.kubeclient.wire;

import dev.berth.kubeclient.ApiStatus;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.json.Json;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/// The encoding of objects in requests and responses.
public interface WireFormat {
    /// Whether objects of this kind can be read.
    boolean supports(Kind kind);

    /// The media type of lists and single objects.
    String mediaType();

    /// The media type of watches.
    String watchMediaType();

    /// Reads a list, and delivers each object as soon as it has arrived.
    ///
    /// @throws IOException if the body is truncated or malformed
    Page readList(Kind kind, InputStream body, ItemHandler items) throws IOException;

    Seen readObject(Kind kind, InputStream body) throws IOException;

    /// Reads the status of an error response. This method never fails, because any message is
    /// better than none.
    ApiStatus readStatus(int code, InputStream body);

    Watch watch(Kind kind, InputStream body);

    /// An object, and its complete JSON for kinds that need more than the record.
    ///
    /// @param problem why some fields of the object are missing; empty if none is
    record Seen(KubeObject object, Optional<Json.Obj> whole, String problem) {
        public Seen(KubeObject object, Optional<Json.Obj> whole) {
            this(object, whole, "");
        }
    }

    /// The end of a list or of a page.
    ///
    /// @param next the continue token; empty after the last page
    record Page(String resourceVersion, String next) {}

    /// The events of a watch in order.
    interface Watch extends AutoCloseable {
        /// Waits for the next event; returns nothing at the regular end of the stream.
        ///
        /// @throws UnreadableException if this event does not contain the name of an object; the
        ///   next one can follow
        /// @throws IOException if the stream breaks off or is malformed
        Optional<WatchEvent> next() throws IOException;

        @Override
        void close() throws IOException;
    }

    /// An event of a watch.
    sealed interface WatchEvent {
        /// The object was added or modified.
        record AddedOrModified(Seen seen) implements WatchEvent {}

        /// The object was deleted; `last` is its last state.
        record Deleted(KubeObject last) implements WatchEvent {}

        /// All events up to this resource version have been delivered.
        ///
        /// @param initial whether all initial events have been delivered
        record Bookmark(String resourceVersion, boolean initial) implements WatchEvent {}

        /// The server ends the watch with an error.
        record Failed(ApiStatus why) implements WatchEvent {}
    }
}
