package dev.berth.kubeclient.wire;

import dev.berth.kubeclient.ApiStatus;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.json.Json;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/// How objects are written on the wire.
public interface WireFormat {
    /// Whether objects of this kind can be read.
    boolean supports(Kind kind);

    /// What to accept for lists and single objects.
    String mediaType();

    /// What to accept for watches.
    String watchMediaType();

    /// Reads a list; each object is handed over as soon as it has come.
    ///
    /// @throws IOException if the body is cut off or makes no sense
    Page readList(Kind kind, InputStream body, ItemHandler items) throws IOException;

    Seen readObject(Kind kind, InputStream body) throws IOException;

    /// What a refusal says; never fails, since whatever comes is better than nothing.
    ApiStatus readStatus(int code, InputStream body);

    Watch watch(Kind kind, InputStream body);

    /// An object, and where somebody needs more than its record, all of it.
    record Seen(KubeObject object, Optional<Json.Obj> whole) {}

    /// The end of a list or of a part of it.
    ///
    /// @param next where the next part begins; empty if this was the last
    record Page(String resourceVersion, String next) {}

    /// Events in the order they come.
    interface Watch extends AutoCloseable {
        /// Waits for the next event; nothing at the proper end of the stream.
        ///
        /// @throws UnreadableException if this event makes no sense; the next one may
        /// @throws IOException if the stream breaks off or makes no sense
        Optional<WatchEvent> next() throws IOException;

        @Override
        void close() throws IOException;
    }

    /// What a watch says.
    sealed interface WatchEvent {
        /// The object is there in this version, whether new or not.
        record Put(Seen seen) implements WatchEvent {}

        /// The object, as it was last, is no more.
        record Gone(KubeObject last) implements WatchEvent {}

        /// Everything up to this version has been told.
        ///
        /// @param initial whether with it everything there was at the start has been told
        record Bookmark(String resourceVersion, boolean initial) implements WatchEvent {}

        /// The server ends the watch for this reason.
        record Failed(ApiStatus why) implements WatchEvent {}
    }
}
