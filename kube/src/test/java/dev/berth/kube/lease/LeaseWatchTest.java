package dev.berth.kube.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.port.Log;
import dev.berth.kubeclient.Sleeper;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.ApiResponse;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

class LeaseWatchTest implements Sleeper, ElectionListener {
    private static final String LIST =
            """
            {"kind":"LeaseList","metadata":{"resourceVersion":"7"},
             "items":[{"metadata":{"name":"kube-scheduler","resourceVersion":"5"},
                       "spec":{"holderIdentity":"them","leaseDurationSeconds":15}}]}
            """;
    private static final String RENEWED =
            """
            {"type":"MODIFIED","object":{"kind":"Lease","metadata":{"resourceVersion":"8"},
             "spec":{"holderIdentity":"others","leaseDurationSeconds":15}}}
            """;
    private static final String RELEASED =
            """
            {"type":"MODIFIED","object":{"kind":"Lease","metadata":{"resourceVersion":"9"},
             "spec":{"holderIdentity":"","leaseDurationSeconds":1}}}
            """;
    private static final String DELETED =
            """
            {"type":"DELETED","object":{"kind":"Lease","metadata":{"resourceVersion":"9"}}}
            """;

    private final Deque<ApiResponse> answers = new ArrayDeque<>();
    private final List<String> requests = new ArrayList<>();
    private final List<Duration> waits = new ArrayList<>();
    private int interrupts;
    private final LeaderElection election =
            new LeaderElection(
                    LeaderElectionTest.SETTINGS,
                    this::send,
                    () -> 1,
                    new SplittableRandom(1),
                    this,
                    this,
                    request -> {},
                    "berth",
                    Log.NONE);
    private final LeaseWatch watch =
            new LeaseWatch(election, LeaderElectionTest.SETTINGS, this::send, this, Log.NONE);

    private ApiResponse send(ApiRequest request) throws IOException {
        requests.add(request.path());
        ApiResponse answer = answers.poll();
        if (answer == null) {
            election.stop();
            throw new IOException("end of the script");
        }
        return answer;
    }

    private void respond(int status, String... lines) {
        answers.add(
                new ApiResponse(
                        status,
                        Map.of(),
                        new ByteArrayInputStream(
                                String.join("", Arrays.asList(lines))
                                        .getBytes(StandardCharsets.UTF_8))));
    }

    @Override
    public void atMost(Duration time) {
        waits.add(time);
    }

    @Override
    public void wake() {
        interrupts++;
    }

    @Override
    public void started() {}

    @Override
    public void stopped() {}

    @Override
    public void newLeader(String identity) {}

    @Test
    void aReleaseIsNoticedAtOnce() throws InterruptedException {
        respond(200, LIST);
        respond(200, RENEWED, RELEASED);

        watch.run();

        assertThat(interrupts).as("by the release, and by the end").isEqualTo(2);
        assertThat(requests.getFirst())
                .isEqualTo(
                        "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases"
                                + "?fieldSelector=metadata.name%3Dkube-scheduler");
        assertThat(requests.get(1))
                .endsWith(
                        "%3Dkube-scheduler&watch=true&allowWatchBookmarks=true"
                                + "&resourceVersion=7&timeoutSeconds=300");
    }

    @Test
    void aRenewalInterruptsNoWait() throws InterruptedException {
        respond(200, LIST);
        respond(200, RENEWED);

        watch.run();

        assertThat(interrupts).as("only by the end").isEqualTo(1);
        assertThat(election.leader()).isEqualTo("others");
    }

    @Test
    void aDeletionIsARelease() throws InterruptedException {
        respond(200, LIST);
        respond(200, DELETED);

        watch.run();

        assertThat(interrupts).isEqualTo(2);
        assertThat(election.leader()).isEmpty();
    }

    @Test
    void aWatchWithoutEventsIsRetriedLater() throws InterruptedException {
        respond(200, LIST);
        respond(200);
        respond(200, LIST);
        respond(200, RENEWED);

        watch.run();

        assertThat(waits).as("after the empty watch, and at the end").hasSize(2);
    }

    @Test
    void aBrokenWatchIsRetriedLater() throws InterruptedException {
        respond(403, "{\"message\":\"no\",\"code\":403}");
        respond(200, "{\"kind\":");
        respond(200, LIST);
        respond(200, "{\"type\":\"ERROR\",\"object\":{\"message\":\"too old\",\"code\":410}}");
        respond(200, LIST);
        respond(200, RENEWED);

        watch.run();

        assertThat(waits).hasSize(4).containsOnly(Duration.ofSeconds(5));
        assertThat(election.leader()).isEqualTo("others");
    }
}
