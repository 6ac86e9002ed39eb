package dev.berth.kube.reflector;

import dev.berth.engine.port.DeliveredObjects;
import dev.berth.engine.port.Message;
import dev.berth.kubeclient.ApiClient;
import dev.berth.kubeclient.ApiPath;
import dev.berth.kubeclient.Sleeper;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.ApiResponse;
import dev.berth.kubeclient.wire.ItemHandler;
import dev.berth.kubeclient.wire.UnreadableException;
import dev.berth.kubeclient.wire.WireFormat;
import dev.berth.kubeclient.wire.WireFormat.WatchEvent;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Lists and watches one kind on its own thread, resumes broken watches, and lists again when it
/// must.
///
/// The initial list is a watch with `sendInitialEvents`, which is consistent and delivers object by
/// object. A server without that feature is listed in pages. All objects pass through a
/// [DeliveredObjects], so a relist delivers only the changes, including deletions.
///
/// The API server closes the watches of slow clients. Therefore, this thread only passes messages
/// on and never waits for their receiver. A closed watch resumes at its last resource version. A
/// watch is considered dead if nothing arrives for longer than two bookmark intervals.
///
/// client-go: `Reflector`.
final class Reflector implements Runnable {
    private static final Duration BOOKMARKS = Duration.ofMinutes(1);
    private static final Duration IDLE_TIMEOUT = BOOKMARKS.multipliedBy(2).plusSeconds(10);
    private static final Duration MIN_WATCH_TIMEOUT = Duration.ofMinutes(5);
    private static final Duration HEADER_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration LIST_TIMEOUT = Duration.ofMinutes(10);
    private static final int PAGE = 500;

    private final ReflectorSpec spec;
    private final ApiClient client;
    private final Message.Inbox inbox;
    private final ReflectorListener listener;
    private final Sleeper pause;
    private final RandomGenerator random;
    private final RetryDelays delays;
    private final DeliveredObjects objects;

    /// Why fields of objects could not be decoded, by the key of the object: each problem is
    /// reported once.
    private final Map<String, String> incomplete = new HashMap<>();

    private boolean mustList = true;
    private boolean streamsLists = true;
    private boolean paged = true;
    private boolean known;
    private String version = "";

    /// The number of lists since the last event after a list that broke off, or whose resource
    /// version was too old for the watch that followed.
    private int failedLists;

    private int emptyWatches;
    private String unreadableAfter = "";
    private volatile boolean stopped;
    private volatile boolean removed;
    private volatile boolean relist;
    private volatile WireFormat.Watch open = Nothing.WATCH;

    /// Stands for the absence of a watch.
    private enum Nothing implements WireFormat.Watch {
        WATCH;

        @Override
        public Optional<WatchEvent> next() {
            return Optional.empty();
        }

        @Override
        public void close() {}
    }

    Reflector(
            ReflectorSpec spec,
            ApiClient client,
            Message.Inbox inbox,
            ReflectorListener listener,
            Sleeper pause,
            RandomGenerator random) {
        this.spec = spec;
        this.client = client;
        this.inbox = inbox;
        this.listener = listener;
        this.pause = pause;
        this.random = random;
        this.delays = new RetryDelays(random);
        this.objects = new DeliveredObjects(spec.kind(), inbox);
    }

    @Override
    public void run() {
        try {
            while (!stopped) {
                try {
                    listAndWatch();
                } catch (IOException | RuntimeException e) {
                    if (!outdated()) {
                        recover(e);
                    }
                }
            }
        } catch (InterruptedException stop) {
            stopped = true;
        } finally {
            if (removed) {
                deleteAll();
            }
        }
    }

    /// The scheduler does not keep objects whose changes it does not receive.
    private void deleteAll() {
        inbox.accept(new Message.Unlisted(spec.kind(), "no plugin reads them any more"));
        objects.listing();
        objects.listed();
    }

    /// Lists if necessary, and watches until the watch ends.
    private void listAndWatch() throws IOException, InterruptedException {
        if (relist) {
            relist = false;
            mustList = true;
            known = false;
        }
        if (mustList && !streamsLists) {
            listPages();
        }
        boolean delivered = watch();
        listener.restarted(spec.kind());
        // Wait before the next request if the server ends watches without an event.
        emptyWatches = delivered ? 0 : emptyWatches + 1;
        if (emptyWatches > 1 || mustList && !outdated() && ++failedLists > 1) {
            pause.atMost(delays.next());
        }
    }

    /// Whether the current list or watch is no longer needed.
    private boolean outdated() {
        return stopped || relist;
    }

    private void recover(Exception problem) throws InterruptedException {
        if (problem instanceof ReflectorException refused && refused.tooOld()) {
            if (mustList) {
                // The continue token expired. A list without pages has none.
                paged = false;
            } else {
                mustList = true;
                if (++failedLists == 1) {
                    return;
                }
            }
        }
        if (problem instanceof UnreadableException) {
            // A watch from the same resource version would fail at the same event again.
            mustList |= version.equals(unreadableAfter);
            unreadableAfter = version;
        }
        if (problem instanceof ReflectorException refused
                && refused.notUnderstood()
                && mustList
                && streamsLists) {
            streamsLists = false;
            return;
        }
        String why = problem.getMessage() == null ? problem.toString() : problem.getMessage();
        // The message precedes the listener call, because the scheduler can continue on that call
        // and must not decide on stale objects.
        if (!known) {
            inbox.accept(new Message.Unlisted(spec.kind(), why));
        }
        listener.failed(spec.kind(), why);
        pause.atMost(delays.next());
    }

    private void listPages() throws IOException, InterruptedException {
        objects.listing();
        String next = "";
        do {
            String query =
                    paged
                            ? "?limit="
                                    + PAGE
                                    + (next.isEmpty() ? "" : "&continue=" + ApiPath.encoded(next))
                            : "?resourceVersion=";
            ApiRequest request =
                    ApiRequest.get(path(query))
                            .accepting(spec.format().mediaType())
                            .within(LIST_TIMEOUT)
                            .silentFor(HEADER_TIMEOUT);
            try (ApiResponse response = granted(request)) {
                WireFormat.Page page =
                        spec.format().readList(spec.kind(), response.body(), new Listing());
                next = page.next();
                version = page.resourceVersion();
            }
            requireCurrent();
        } while (!next.isEmpty());
        paged = true;
        allDelivered();
    }

    /// Rejects the rest of a list that began before [#relist], so that it does not count as the new
    /// one.
    private void requireCurrent() throws IOException {
        if (outdated()) {
            throw new IOException("the list is no longer needed");
        }
    }

    /// Receives the listed objects and ignores the ones without a name.
    private final class Listing implements ItemHandler {
        @Override
        public void seen(WireFormat.Seen object) {
            deliver(object);
        }

        @Override
        public void unreadable(UnreadableException why) {
            listener.unreadable(spec.kind(), String.valueOf(why.getMessage()));
        }
    }

    private void deliver(WireFormat.Seen seen) {
        String key = seen.object().key();
        listener.received(spec.kind());
        if (seen.problem().isEmpty()) {
            incomplete.remove(key);
        } else if (!seen.problem().equals(incomplete.put(key, seen.problem()))) {
            listener.incomplete(spec.kind(), key, seen.problem());
        }
        objects.seen(seen.object(), seen.whole());
        listener.delivered(spec.kind(), seen.object().meta().resourceVersion());
    }

    private void allDelivered() {
        objects.listed();
        incomplete.keySet().removeIf(key -> !objects.contains(key));
        mustList = false;
        known = true;
        listener.reached(spec.kind(), version);
        inbox.accept(new Message.Listed(spec.kind()));
        listener.listed(spec.kind(), objects.size());
    }

    /// Returns whether the watch delivered an event.
    private boolean watch() throws IOException, InterruptedException {
        boolean listing = mustList;
        long seconds = MIN_WATCH_TIMEOUT.toSeconds();
        String query =
                "?watch=true&allowWatchBookmarks=true&timeoutSeconds="
                        + (seconds + random.nextLong(seconds))
                        + (listing
                                ? "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"
                                : "&resourceVersion=" + ApiPath.encoded(version));
        ApiRequest request =
                ApiRequest.get(path(query))
                        .accepting(spec.format().watchMediaType())
                        .within(HEADER_TIMEOUT)
                        .silentFor(IDLE_TIMEOUT);
        try (ApiResponse response = granted(request);
                WireFormat.Watch watch = spec.format().watch(spec.kind(), response.body())) {
            open = watch;
            requireCurrent();
            if (listing) {
                objects.listing();
            }
            boolean delivered = false;
            for (var event = next(watch); event.isPresent(); event = next(watch)) {
                requireCurrent();
                apply(event.get());
                delivered = true;
            }
            return delivered;
        } finally {
            open = Nothing.WATCH;
        }
    }

    /// Returns the next event. During a list, events without the name of an object are skipped.
    private Optional<WatchEvent> next(WireFormat.Watch watch) throws IOException {
        while (true) {
            try {
                return watch.next();
            } catch (UnreadableException e) {
                if (!mustList) {
                    throw e;
                }
                listener.unreadable(spec.kind(), String.valueOf(e.getMessage()));
            }
        }
    }

    private void apply(WatchEvent event) throws ReflectorException {
        if (!mustList && !(event instanceof WatchEvent.Failed)) {
            // An event after the list proves that the list was usable.
            failedLists = 0;
            delays.reset();
        }
        switch (event) {
            case WatchEvent.AddedOrModified(var seen) -> {
                deliver(seen);
                reached(seen.object());
            }
            case WatchEvent.Deleted(var last) -> {
                listener.received(spec.kind());
                incomplete.remove(last.key());
                objects.gone(last.key());
                listener.delivered(spec.kind(), last.meta().resourceVersion());
                reached(last);
            }
            case WatchEvent.Bookmark(String reached, boolean initial) -> {
                version = reached;
                if (initial && mustList) {
                    allDelivered();
                } else {
                    listener.reached(spec.kind(), version);
                }
            }
            case WatchEvent.Failed(var why) -> throw new ReflectorException(why);
        }
    }

    private void reached(KubeObject object) {
        String reached = object.meta().resourceVersion();
        // The resource version can be among the fields that cannot be decoded.
        version = reached.isEmpty() ? version : reached;
    }

    private String path(String query) {
        String selector =
                spec.fieldSelector().isEmpty()
                        ? ""
                        : "&fieldSelector=" + ApiPath.encoded(spec.fieldSelector());
        return ApiPath.of(spec.kind()) + query + selector;
    }

    private ApiResponse granted(ApiRequest request) throws IOException, InterruptedException {
        ApiResponse response = client.send(request);
        if (response.granted()) {
            return response;
        }
        try (response) {
            throw new ReflectorException(
                    spec.format().readStatus(response.status(), response.body()));
        }
    }

    Kind kind() {
        return spec.kind();
    }

    /// Invalidates the current list or watch and lists again. Call [#interrupt] to end it at once.
    void relist() {
        relist = true;
    }

    /// Whether the new list has not begun yet.
    boolean mustRelist() {
        return relist;
    }

    /// Stops, and deletes the objects that were delivered.
    void remove() {
        removed = true;
        stop();
    }

    void stop() {
        stopped = true;
        interrupt();
    }

    /// Ends the current wait or watch.
    void interrupt() {
        pause.wake();
        try {
            open.close();
        } catch (IOException nothingLost) {
            // The watch ends in any case.
        }
    }
}
