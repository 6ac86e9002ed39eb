package dev.berth.kube.lease;

import dev.berth.engine.port.Log;
import dev.berth.kubeclient.ApiClient;
import dev.berth.kubeclient.ApiPath;
import dev.berth.kubeclient.Sleeper;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.ApiResponse;
import dev.berth.kubeclient.http.Cancellation;
import dev.berth.kubeclient.wire.JsonFormat;
import dev.berth.kubeclient.wire.WireFormat;
import dev.berth.kubeclient.wire.WireFormat.WatchEvent;
import dev.berth.model.CustomObject;
import dev.berth.model.Decoder;
import dev.berth.model.KubeObject;
import dev.berth.model.json.Json;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;

/// Watches the lease while this process is a candidate, so that it tries to acquire the lease as
/// soon as the leader releases it. The election also works without the watch, because it reads the
/// lease at every retry period.
public final class LeaseWatch {
    private static final Duration RETRY_DELAY = Duration.ofSeconds(5);
    private static final int WATCH_SECONDS = 300;

    private final LeaderElection election;
    private final LeaseSettings settings;
    private final ApiClient client;
    private final Sleeper pause;
    private final Log log;
    private final LeaseApi api;
    private final WireFormat format = new JsonFormat(new Decoder(), Set.of());

    public LeaseWatch(
            LeaderElection election,
            LeaseSettings settings,
            ApiClient client,
            Sleeper pause,
            Log log) {
        this.election = election;
        this.settings = settings;
        this.client = client;
        this.pause = pause;
        this.log = log;
        this.api = new LeaseApi(client, settings, new Cancellation());
    }

    /// Watches until this process leads or is stopped. The caller provides a thread.
    public void run() throws InterruptedException {
        while (election.waiting()) {
            try {
                if (!watchFrom(list())) {
                    // Wait before the next request if the server ends watches without an event.
                    pause.atMost(RETRY_DELAY);
                }
            } catch (IOException | RuntimeException e) {
                log.info(2, "Failed to watch lease", "lock", settings, "err", e);
                pause.atMost(RETRY_DELAY);
            }
        }
    }

    private String list() throws IOException, InterruptedException {
        try (ApiResponse response = client.send(ApiRequest.get(path()))) {
            requireGranted(response);
            var leases = new ArrayList<KubeObject>();
            WireFormat.Page page =
                    format.readList(
                            LeaseApi.LEASE, response.body(), seen -> leases.add(seen.object()));
            election.observe(leases.stream().findFirst().map(LeaseWatch::content));
            return page.resourceVersion();
        }
    }

    /// Returns whether the watch delivered an event.
    private boolean watchFrom(String version) throws IOException, InterruptedException {
        ApiRequest request =
                ApiRequest.get(
                        path()
                                + "&watch=true&allowWatchBookmarks=true&resourceVersion="
                                + version
                                + "&timeoutSeconds="
                                + WATCH_SECONDS);
        try (ApiResponse response = client.send(request)) {
            requireGranted(response);
            WireFormat.Watch watch = format.watch(LeaseApi.LEASE, response.body());
            boolean delivered = false;
            while (election.waiting()) {
                Optional<WatchEvent> event = watch.next();
                if (event.isEmpty()) {
                    return delivered;
                }
                observe(event.get());
                delivered = true;
            }
            return true;
        }
    }

    private void observe(WatchEvent event) throws IOException {
        switch (event) {
            case WatchEvent.AddedOrModified(WireFormat.Seen seen) ->
                    election.observe(Optional.of(content(seen.object())));
            case WatchEvent.Deleted _ -> election.observe(Optional.empty());
            case WatchEvent.Bookmark _ -> {}
            case WatchEvent.Failed(var why) -> throw new IOException(why.message());
        }
    }

    private static Json.Obj content(KubeObject lease) {
        return ((CustomObject) lease).content();
    }

    private void requireGranted(ApiResponse response) throws IOException {
        if (!response.granted()) {
            throw new IOException(format.readStatus(response.status(), response.body()).message());
        }
    }

    private String path() {
        return api.path() + "?fieldSelector=" + ApiPath.encoded("metadata.name=" + settings.name());
    }
}
