package dev.berth.apiserver;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.berth.controlplane.store.Signal;
import dev.berth.controlplane.store.StatusError;
import dev.berth.controlplane.store.Watch;
import dev.berth.controlplane.store.WatchEvent;
import dev.berth.engine.port.Clock;
import dev.berth.serving.http.StreamingBody;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/// A watch of one client: events as lines of JSON, sent in batches.
///
/// The client's own thread reads the events from the history of the store after it has sent the
/// previous ones. Therefore, a slow client delays no other and takes no memory; a client that is
/// too slow gets the error that its resource version has expired.
final class WatchStream implements StreamingBody {
    private static final int MANY = 256;
    private static final int A_WRITE = 64 << 10;
    private static final long BOOKMARK_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final byte[] BEFORE_TYPE = "{\"type\":\"".getBytes(US_ASCII);
    private static final byte[] BEFORE_OBJECT = "\",\"object\":".getBytes(US_ASCII);
    private static final byte[] END = "}\n".getBytes(US_ASCII);

    private final Signal signal;
    private final Watch watch;
    private final Function<WatchEvent, byte[]> encoder;
    private final boolean bookmarks;
    private final long timeoutNanos;
    private final Clock clock;
    private final OpenStreams streams;
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream(1024);
    private volatile boolean over;

    /// @param signal raised when there can be events to read
    /// @param encoder encodes the object of an event as JSON
    /// @param bookmarks whether the client requested bookmarks
    WatchStream(
            Signal signal,
            Watch watch,
            Function<WatchEvent, byte[]> encoder,
            boolean bookmarks,
            Duration timeout,
            Clock clock,
            OpenStreams streams) {
        this.signal = signal;
        this.watch = watch;
        this.encoder = encoder;
        this.bookmarks = bookmarks;
        this.timeoutNanos = timeout.toNanos();
        this.clock = clock;
        this.streams = streams;
    }

    /// Ends the stream after the current write.
    void end() {
        over = true;
        signal.raise();
    }

    @Override
    public void gone() {
        end();
    }

    @Override
    public void writeTo(OutputStream out) throws IOException, InterruptedException {
        streams.add(this);
        try (watch) {
            // The client waits for the headers before it waits for events.
            out.flush();
            write(out);
        } finally {
            streams.remove(this);
        }
    }

    private void write(OutputStream out) throws IOException, InterruptedException {
        long end = clock.nowNanos() + timeoutNanos;
        // A watch without bookmarks does not wait for their interval.
        long bookmark = bookmarks ? clock.nowNanos() + BOOKMARK_NANOS : end;
        while (!over) {
            List<WatchEvent> events = watch.read(MANY);
            if (!events.isEmpty()) {
                for (WatchEvent event : events) {
                    append(event);
                    if (buffer.size() >= A_WRITE) {
                        send(out);
                    }
                }
                send(out);
                continue;
            }
            if (watch.ended().isPresent()) {
                append(buffer, "ERROR", watch.ended().get().status().bytes());
                send(out);
                return;
            }
            long now = clock.nowNanos();
            boolean last = now >= end;
            if (bookmarks && (last || now >= bookmark)) {
                append(watch.bookmark());
                send(out);
                bookmark = now + BOOKMARK_NANOS;
            }
            if (last) {
                return;
            }
            signal.await(Math.min(end, bookmark) - now);
        }
    }

    private void append(WatchEvent event) {
        append(buffer, event.type().name(), encoder.apply(event));
    }

    private static void append(ByteArrayOutputStream buffer, String type, byte[] object) {
        buffer.writeBytes(BEFORE_TYPE);
        buffer.writeBytes(type.getBytes(US_ASCII));
        buffer.writeBytes(BEFORE_OBJECT);
        buffer.writeBytes(object);
        buffer.writeBytes(END);
    }

    private void send(OutputStream out) throws IOException {
        if (buffer.size() > 0) {
            out.write(buffer.toByteArray());
            buffer.reset();
        }
    }

    /// Returns a stream with an error as its only event.
    static StreamingBody refused(StatusError why) {
        return out -> {
            var line = new ByteArrayOutputStream();
            append(line, "ERROR", why.status().bytes());
            out.write(line.toByteArray());
        };
    }
}
