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

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// One kind's way from the API server to the scheduler: lists, watches, resumes after a break,
/// lists again when it must. Runs on a thread of its own.
///
/// A watch that asks for what there is at its start is list and watch in one, consistent as of now,
/// told object by object. Servers that do not know this are asked for pages instead. What is told
/// goes through a [DeliveredObjects], so a list after a break tells only what changed, deletions
/// included.
///
/// The server closes watches of readers that fall behind, so this thread hands messages over and
/// never waits for whoever reads them. A watch that was closed resumes at once where it was. One
/// that says nothing for longer than two of the server's bookmarks take is dead, whatever TCP says.
final class Reflector implements Runnable {
    private static final Duration BOOKMARKS = Duration.ofMinutes(1);
    private static final Duration SILENCE = BOOKMARKS.multipliedBy(2).plusSeconds(10);
    private static final Duration SHORTEST_WATCH = Duration.ofMinutes(5);
    private static final Duration HEAD = Duration.ofSeconds(60);
    private static final int PAGE = 500;

    private final ReflectorSpec spec;
    private final ApiClient client;
    private final Message.Inbox inbox;
    private final ReflectorListener listener;
    private final Sleeper pause;
    private final RandomGenerator random;
    private final RetryDelays delays;
    private final DeliveredObjects mirror;

    private boolean mustList = true;
    private boolean streamsLists = true;
    private boolean paged = true;
    private boolean known;
    private String version = "";

    /// Lists that ended before their end, and those that were no sooner told than too old, since
    /// something was told after a list.
    private int failedLists;

    private int emptyWatches;
    private String unreadableAfter = "";
    private volatile boolean stopped;
    private volatile boolean relist;
    private volatile WireFormat.Watch open = Nothing.WATCH;

    /// No watch at all.
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
        this.mirror = new DeliveredObjects(spec.kind(), inbox);
    }

    @Override
    public void run() {
        try {
            while (!stopped) {
                try {
                    listen();
                } catch (IOException | RuntimeException e) {
                    if (!outdated()) {
                        recover(e);
                    }
                }
            }
        } catch (InterruptedException stop) {
            stopped = true;
        }
    }

    /// Until the watch ends.
    private void listen() throws IOException, InterruptedException {
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
        // A server that ends watches before they begin must not be asked without end.
        emptyWatches = delivered ? 0 : emptyWatches + 1;
        if (emptyWatches > 1 || mustList && !outdated() && ++failedLists > 1) {
            pause.atMost(delays.next());
        }
    }

    /// Whether nobody wants what is being told any more.
    private boolean outdated() {
        return stopped || relist;
    }

    private void recover(Exception problem) throws InterruptedException {
        if (problem instanceof ReflectorException refused && refused.tooOld()) {
            if (mustList) {
                // Pages go stale when they take too long; all at once does not.
                paged = false;
            } else {
                mustList = true;
                if (++failedLists == 1) {
                    return;
                }
            }
        }
        if (problem instanceof UnreadableException) {
            // Asked to go on from there, the server would tell the same a third time.
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
        // Before anybody is told, who might then decide on what is no longer known.
        if (!known) {
            inbox.accept(new Message.Unlisted(spec.kind(), why));
        }
        listener.failed(spec.kind(), why);
        pause.atMost(delays.next());
    }

    private void listPages() throws IOException, InterruptedException {
        mirror.listing();
        String next = "";
        do {
            String query =
                    paged
                            ? "?limit="
                                    + PAGE
                                    + (next.isEmpty() ? "" : "&continue=" + ApiPath.encoded(next))
                            : "?resourceVersion=";
            ApiRequest request =
                    ApiRequest.get(path(query)).accepting(spec.format().mediaType()).within(HEAD);
            try (ApiResponse response = granted(request)) {
                WireFormat.Page page =
                        spec.format().readList(spec.kind(), response.body(), new Listing());
                next = page.next();
                version = page.resourceVersion();
            }
            refuseOutdated();
        } while (!next.isEmpty());
        paged = true;
        allDelivered();
    }

    /// A list that began before it was to be made afresh must not pass for the new one.
    private void refuseOutdated() throws IOException {
        if (outdated()) {
            throw new IOException("nobody wants this list any more");
        }
    }

    /// Takes what is listed, and passes over what makes no sense.
    private final class Listing implements ItemHandler {
        @Override
        public void seen(WireFormat.Seen object) {
            mirror.seen(object.object(), object.whole());
        }

        @Override
        public void unreadable(UnreadableException why) {
            listener.unreadable(spec.kind(), String.valueOf(why.getMessage()));
        }
    }

    private void allDelivered() {
        mirror.listed();
        mustList = false;
        known = true;
        inbox.accept(new Message.Listed(spec.kind()));
        listener.listed(spec.kind(), mirror.size());
    }

    /// Whether anything was told.
    private boolean watch() throws IOException, InterruptedException {
        boolean listing = mustList;
        long seconds = SHORTEST_WATCH.toSeconds();
        String query =
                "?watch=true&allowWatchBookmarks=true&timeoutSeconds="
                        + (seconds + random.nextLong(seconds))
                        + (listing
                                ? "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"
                                : "&resourceVersion=" + ApiPath.encoded(version));
        ApiRequest request =
                ApiRequest.get(path(query))
                        .accepting(spec.format().watchMediaType())
                        .within(HEAD)
                        .silentFor(SILENCE);
        try (ApiResponse response = granted(request);
                WireFormat.Watch watch = spec.format().watch(spec.kind(), response.body())) {
            open = watch;
            refuseOutdated();
            if (listing) {
                mirror.listing();
            }
            boolean delivered = false;
            for (var event = next(watch); event.isPresent(); event = next(watch)) {
                refuseOutdated();
                apply(event.get());
                delivered = true;
            }
            return delivered;
        } finally {
            open = Nothing.WATCH;
        }
    }

    /// The next event that can be read while a list is told, or the next one.
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
            // What comes after a list shows that it was worth it.
            failedLists = 0;
            delays.reset();
        }
        switch (event) {
            case WatchEvent.Put(var seen) -> {
                mirror.seen(seen.object(), seen.whole());
                version = seen.object().meta().resourceVersion();
            }
            case WatchEvent.Gone(var last) -> {
                mirror.gone(last.key());
                version = last.meta().resourceVersion();
            }
            case WatchEvent.Bookmark(String reached, boolean initial) -> {
                version = reached;
                if (initial && mustList) {
                    allDelivered();
                }
            }
            case WatchEvent.Failed(var why) -> throw new ReflectorException(why);
        }
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

    /// From now on what was asked for before counts for nothing; [#interrupt] makes it quick.
    void relist() {
        relist = true;
    }

    /// Whether it has not begun yet to list afresh.
    boolean mustRelist() {
        return relist;
    }

    void stop() {
        stopped = true;
        interrupt();
    }

    /// Ends what it waits for.
    void interrupt() {
        pause.wake();
        try {
            open.close();
        } catch (IOException nothingLost) {
            // It ends either way.
        }
    }
}
