package dev.berth.kube.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.berth.engine.port.Log;
import dev.berth.kube.lease.LeaderElection.Ending;
import dev.berth.kubeclient.Sleeper;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.ApiResponse;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;

class LeaderElectionTest implements ElectionListener {
    static final LeaseSettings SETTINGS = settings("us");

    private final MemoryLease server = new MemoryLease();
    private final List<String> received = new ArrayList<>();
    private final List<ApiRequest> events = new ArrayList<>();
    private long now = Duration.ofDays(20_000).toNanos();
    private int interrupts;
    private int clockReads;
    private int takeOverAtRead = -1;

    private final Sleeper pause =
            new Sleeper() {
                @Override
                public void atMost(Duration time) {
                    now += time.toNanos();
                }

                @Override
                public void wake() {
                    interrupts++;
                }
            };

    private final LeaderElection election =
            new LeaderElection(
                    SETTINGS,
                    server,
                    this::now,
                    new SplittableRandom(1),
                    pause,
                    this,
                    events::add,
                    "berth",
                    Log.NONE);

    static LeaseSettings settings(String identity) {
        return new LeaseSettings(
                "kube-system",
                "kube-scheduler",
                identity,
                Duration.ofSeconds(15),
                Duration.ofSeconds(10),
                Duration.ofSeconds(2));
    }

    @Override
    public void started() {
        received.add("started");
    }

    @Override
    public void stopped() {
        received.add("stopped");
    }

    @Override
    public void newLeader(String identity) {
        received.add("leader " + identity);
    }

    /// Another process acquires the lease at the n-th reading of the clock, and a watch delivers
    /// the change.
    private long now() {
        if (++clockReads == takeOverAtRead) {
            server.write("other", 15, 8);
            election.observe(server.lease);
        }
        return now;
    }

    private void pass(double seconds) {
        now += (long) (seconds * 1e9);
    }

    private double step() throws InterruptedException {
        return election.step().map(wait -> wait.toNanos() / 1e9).orElse(-1.0);
    }

    private void everything(int code, String reason) {
        server.trouble =
                new MemoryLease.Trouble() {
                    @Override
                    public Optional<ApiResponse> before(ApiRequest request) {
                        return Optional.of(MemoryLease.rejection(code, reason));
                    }

                    @Override
                    public void after(ApiRequest request) {}
                };
    }

    @Test
    void aMissingLeaseIsCreated() throws InterruptedException {
        assertThat(step()).isEqualTo(2.0);

        assertThat(received).containsExactly("leader us", "started");
        assertThat(server.lease.orElseThrow().objAt("spec").orElseThrow().text())
                .isEqualTo(
                        """
                        {"holderIdentity":"us","leaseDurationSeconds":15,\
                        "acquireTime":"2024-10-04T00:00:00.000000Z",\
                        "renewTime":"2024-10-04T00:00:00.000000Z","leaseTransitions":0}\
                        """);
        assertThat(server.requests)
                .extracting(ApiRequest::toString)
                .containsExactly(
                        "GET /apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-scheduler",
                        "POST /apis/coordination.k8s.io/v1/namespaces/kube-system/leases");
        assertThat(server.requests).allMatch(each -> each.timeout().equals(Duration.ofSeconds(5)));
        assertThat(election.mayWrite()).isTrue();
        assertThat(election.leader()).isEqualTo("us");
    }

    @Test
    void aReleasedLeaseIsAcquiredAndKeepsItsOtherFields() throws InterruptedException {
        server.write("", 1, 3);

        step();

        assertThat(server.record().holder()).isEqualTo("us");
        assertThat(server.record().transitions()).isEqualTo(4);
        assertThat(server.lease.orElseThrow().textAt("metadata", "labels", "keep")).contains("me");
    }

    @Test
    void aLeaseIsAcquiredWhenItHasNotChangedForItsDuration() throws InterruptedException {
        server.write("them", 15, 0);
        double waited = 0;
        double wait = step();
        for (; !election.leading() && waited < 60; wait = step()) {
            assertThat(wait).isBetween(0.001, 4.4);
            waited += wait;
            pass(wait);
        }

        assertThat(waited).isBetween(14.999, 15.001);
        assertThat(received).containsExactly("leader them", "leader us", "started");
        assertThat(server.record().transitions()).isEqualTo(1);
    }

    @Test
    void aRenewedLeaseIsNotAcquired() throws InterruptedException {
        for (int i = 0; i < 60; i++) {
            server.write("them", 15, 0);
            step();
            pass(2);
        }

        assertThat(election.leading()).isFalse();
        assertThat(received).containsExactly("leader them");
    }

    @Test
    void aHolderRenewsWithOneRequest() throws InterruptedException {
        step();
        pass(2);
        server.requests.clear();

        assertThat(step()).isEqualTo(2.0);

        assertThat(server.requests).singleElement().extracting(ApiRequest::method).isEqualTo("PUT");
        assertThat(server.record().acquired()).isBefore(server.record().renewed());
        assertThat(server.record().transitions()).isZero();
        assertThat(election.slowPaths()).isZero();
    }

    @Test
    void aConflictingRenewalReadsTheLeaseAndRetries() throws InterruptedException {
        step();
        // Another client changed a label.
        server.write("us", 15, 0);
        pass(2);

        step();

        assertThat(election.leading()).isTrue();
        assertThat(election.slowPaths()).isEqualTo(1);
        assertThat(election.mayWrite()).isTrue();
    }

    @Test
    void thePermissionToWriteCountsFromTheTimeTheRenewalWasSent() throws InterruptedException {
        step();
        pass(2);
        server.trouble =
                new MemoryLease.Trouble() {
                    @Override
                    public Optional<ApiResponse> before(ApiRequest request) {
                        pass(2);
                        return Optional.empty();
                    }

                    @Override
                    public void after(ApiRequest request) {
                        pass(2);
                    }
                };

        step();

        pass(5.9);
        assertThat(election.mayWrite()).isTrue();
        pass(0.2);
        assertThat(election.mayWrite()).isFalse();
        assertThat(election.leading()).isTrue();
    }

    @Test
    void aLeaderThatCannotRenewStopsWritingAndThenLeading() throws InterruptedException {
        step();
        everything(503, "ServiceUnavailable");
        double total = 0;
        boolean wrote = true;
        double wait = 2;
        while (wait >= 0) {
            pass(wait);
            total += wait;
            wrote = election.mayWrite();
            assertThat(wrote).isEqualTo(total < 10);
            wait = step();
        }

        assertThat(wrote).isFalse();
        assertThat(total).isEqualTo(12);
        assertThat(received).containsExactly("leader us", "started", "stopped");
    }

    @Test
    void aLeaderThatRecoversInTimeKeepsLeading() throws InterruptedException {
        step();
        everything(500, "InternalError");
        pass(8);
        step();
        server.trouble = MemoryLease.NONE;
        pass(3);
        assertThat(election.mayWrite()).isFalse();

        step();

        assertThat(election.mayWrite()).isTrue();
        assertThat(received).doesNotContain("stopped");
    }

    @Test
    void aRenewalWithoutAResponseMayHaveSucceeded() throws InterruptedException {
        step();
        pass(2);
        server.trouble =
                new MemoryLease.Trouble() {
                    @Override
                    public Optional<ApiResponse> before(ApiRequest request) {
                        return Optional.empty();
                    }

                    @Override
                    public void after(ApiRequest request) throws IOException {
                        if (request.method().equals("PUT")) {
                            throw new IOException("connection reset");
                        }
                    }
                };
        step();
        assertThat(election.leading()).isTrue();
        pass(8.1);
        assertThat(election.mayWrite()).as("only what was granted counts").isFalse();
        server.trouble = MemoryLease.NONE;

        step();

        assertThat(election.mayWrite()).isTrue();
    }

    @Test
    void aLeaderThatFindsAnotherHolderHasLostAtOnce() throws InterruptedException {
        step();
        server.write("them", 15, 1);
        pass(2);

        assertThat(step()).isNegative();

        assertThat(election.mayWrite()).isFalse();
        assertThat(received).containsExactly("leader us", "started", "leader them", "stopped");
        assertThat(server.record().holder()).isEqualTo("them");
    }

    @Test
    void aLeaderThatSleptTooLongMayNotWriteUntilItHasRenewed() throws InterruptedException {
        step();
        pass(40);

        assertThat(election.mayWrite()).isFalse();
        step();
        assertThat(election.mayWrite()).as("no other process acquired the lease").isTrue();
    }

    @Test
    void aLeaderThatSleptWhileAnotherLedHasLost() throws InterruptedException {
        step();
        pass(40);
        server.write("", 1, 1);

        assertThat(step()).isNegative();
        assertThat(received).endsWith("leader ", "stopped");
    }

    @Test
    void aClockThatJumpsAheadOnlyEndsTheRightToWrite() throws InterruptedException {
        step();
        pass(3600);

        assertThat(election.mayWrite()).isFalse();
        step();
        assertThat(election.mayWrite()).isTrue();
    }

    @Test
    void theTimesInALeaseAreNeverComparedWithTheLocalClock() throws InterruptedException {
        // The times in the lease are in 1970.
        server.write("them", 15, 0);

        assertThat(step()).isPositive();
        assertThat(election.leading()).isFalse();
    }

    @Test
    void aStoppingReplicaReleasesTheLease() throws InterruptedException {
        step();
        pass(1);
        election.stop();

        assertThat(step()).isNegative();

        assertThat(server.record())
                .extracting(
                        LeaseRecord::holder, LeaseRecord::durationSeconds, LeaseRecord::transitions)
                .containsExactly("", 1, 0);
        assertThat(election.mayWrite()).isFalse();
        assertThat(received).endsWith("stopped");
        assertThat(interrupts).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void aLeaseThatAnotherProcessAcquiredInBetweenIsNotOverwritten(int read)
            throws InterruptedException {
        server.write("gone", 15, 7);
        step();
        pass(16);
        takeOverAtRead = clockReads + read;
        step();
        assertThat(server.record().holder()).isEqualTo("other");
        assertThat(election.mayWrite()).isFalse();
    }

    @Test
    void anAbandonedLeaseExpires() throws InterruptedException {
        step();
        election.abandon();
        assertThat(step()).isEqualTo(-1.0);
        assertThat(server.record().holder()).isEqualTo("us");
        assertThat(election.mayWrite()).isFalse();
        assertThat(received).endsWith("stopped");
    }

    @Test
    void aStoppingReplicaDoesNotWriteWhileReleasingTheLease() throws InterruptedException {
        step();
        var could = new ArrayList<Boolean>();
        server.trouble =
                new MemoryLease.Trouble() {
                    @Override
                    public Optional<ApiResponse> before(ApiRequest request) {
                        could.add(election.mayWrite());
                        return Optional.empty();
                    }

                    @Override
                    public void after(ApiRequest request) {}
                };
        election.stop();
        step();

        assertThat(could).hasSize(2).containsOnly(false);
    }

    @Test
    void aCancelledRenewalThatTheServerProcessesLateDoesNotPreventTheRelease()
            throws InterruptedException {
        step();
        server.trouble =
                new MemoryLease.Trouble() {
                    @Override
                    public Optional<ApiResponse> before(ApiRequest request) {
                        return Optional.empty();
                    }

                    @Override
                    public void after(ApiRequest request) {
                        server.trouble = MemoryLease.NONE;
                        server.write("us", 15, 0);
                    }
                };
        election.stop();
        step();

        assertThat(server.record().holder()).isEmpty();
    }

    @Test
    void aStoppingReplicaKeepsAnothersLease() throws InterruptedException {
        step();
        server.write("them", 15, 1);
        election.stop();
        step();

        assertThat(server.record().holder()).isEqualTo("them");
    }

    @Test
    void aReplicaThatNeverLedStopsSilently() throws InterruptedException {
        server.write("them", 15, 0);
        step();
        server.requests.clear();
        election.stop();

        assertThat(step()).isNegative();
        assertThat(server.requests).isEmpty();
        assertThat(received).containsExactly("leader them");
    }

    @Test
    void runReportsItsOutcome() throws InterruptedException {
        server.trouble =
                new MemoryLease.Trouble() {
                    @Override
                    public Optional<ApiResponse> before(ApiRequest request) {
                        return server.requests.size() > 10
                                ? Optional.of(MemoryLease.rejection(500, ""))
                                : Optional.empty();
                    }

                    @Override
                    public void after(ApiRequest request) {}
                };

        assertThat(election.run()).isEqualTo(Ending.LOST);
        election.stop();
        assertThat(election.run()).isEqualTo(Ending.LOST);
    }

    @Test
    void theElectionWaitsForMissingPermissions() throws InterruptedException {
        everything(403, "Forbidden");
        for (int i = 0; i < 20; i++) {
            double wait = step();
            assertThat(wait).isBetween(2.0, 4.4);
            pass(wait);
        }
        server.trouble = MemoryLease.NONE;
        step();

        assertThat(election.leading()).isTrue();
    }

    @Test
    void manyConflictsEndWithOneLeader() throws InterruptedException {
        server.write("", 1, 0);
        server.trouble =
                new MemoryLease.Trouble() {
                    @Override
                    public Optional<ApiResponse> before(ApiRequest request) {
                        if (request.method().equals("PUT") && server.requests.size() < 10) {
                            server.write("", 1, server.requests.size());
                        }
                        return Optional.empty();
                    }

                    @Override
                    public void after(ApiRequest request) {}
                };
        for (int i = 0; i < 5; i++) {
            pass(step());
        }

        assertThat(election.leading()).isTrue();
        assertThat(received).containsExactly("leader us", "started");
    }

    @Test
    void aMalformedLeaseIsNotAcquired() throws InterruptedException {
        server.lease = Optional.of((Json.Obj) Json.parse("{\"spec\":{\"holderIdentity\":7}}"));

        assertThat(step()).isPositive();
        assertThat(election.leading()).isFalse();
    }

    @Test
    void eventsNameTheNewAndTheOldLeader() throws InterruptedException {
        server.write("", 1, 0);
        step();
        election.stop();
        step();

        assertThat(events)
                .extracting(ApiRequest::toString)
                .containsOnly("POST /api/v1/namespaces/kube-system/events");
        assertThat(events)
                .extracting(each -> Json.parse(each.body()).textAt("message").orElse(""))
                .containsExactly("us became leader", "us stopped leading");
        Json event = Json.parse(events.getFirst().body());
        assertThat(event.textAt("reason")).contains("LeaderElection");
        assertThat(event.textAt("type")).contains("Normal");
        assertThat(event.textAt("source", "component")).contains("berth");
        assertThat(event.objAt("involvedObject").orElseThrow().text())
                .isEqualTo(
                        """
                        {"kind":"Lease","namespace":"kube-system","name":"kube-scheduler",\
                        "uid":"u-9","apiVersion":"coordination.k8s.io/v1","resourceVersion":"102"}\
                        """);
    }

    @Test
    void aWatchThatObservesAReleaseInterruptsTheWaitOfTheElection() throws InterruptedException {
        server.write("them", 15, 0);
        step();
        server.write("them", 15, 0);
        election.observe(server.lease);
        assertThat(interrupts).isZero();
        server.write("", 1, 0);
        election.observe(server.lease);

        assertThat(interrupts).isEqualTo(1);
        step();
        assertThat(election.leading()).isTrue();
    }

    @Test
    void aWatchThatLagsBehindChangesNothing() throws InterruptedException {
        server.write("them", 15, 0);
        Optional<Json.Obj> old = server.lease;
        server.write("others", 15, 1);
        step();
        election.observe(old);

        assertThat(election.leader()).isEqualTo("others");
    }

    @Test
    void invalidSettingsAreRejected() {
        assertThatThrownBy(() -> with(15, 15, 2))
                .hasMessage("leaseDuration must be greater than renewDeadline, was 15s and 15s");
        assertThatThrownBy(() -> with(15, 10, 9))
                .hasMessage(
                        "renewDeadline must be greater than 1.2 times retryPeriod, was 10s and 9s");
        assertThatThrownBy(() -> with(15, 10, 0))
                .hasMessage("retryPeriod must be greater than zero");
        assertThatThrownBy(() -> settings("")).hasMessage("identity must not be empty");
        assertThat(LeaseSettings.identity("host", new UUID(1, 2)))
                .isEqualTo("host_00000000-0000-0001-0000-000000000002");
    }

    private static LeaseSettings with(long lease, long renew, long retry) {
        return new LeaseSettings(
                "n",
                "l",
                "us",
                Duration.ofSeconds(lease),
                Duration.ofSeconds(renew),
                Duration.ofSeconds(retry));
    }

    private void annotate(String pods) {
        Json.Obj lease = server.lease.orElseThrow();
        Json.Obj metadata = lease.objAt("metadata").orElseThrow();
        server.lease =
                Optional.of(
                        lease.with(
                                "metadata",
                                metadata.with(
                                        "annotations",
                                        Json.Obj.EMPTY
                                                .with("example.com/other", "kept")
                                                .with(DeferredPodsAnnotation.NAME, pods))));
    }

    private Optional<String> annotation(String name) {
        return server.lease.orElseThrow().textAt("metadata", "annotations", name);
    }

    @Test
    void renewalsKeepTheDeferredPodsUntilTheirAttemptsHaveEnded() throws InterruptedException {
        server.write("", 1, 3);
        annotate("u1=1,u2=4,broken,u3=x");
        step();
        DeferredPodsAnnotation before = election.deferredPods();
        assertThat(before.hangs()).containsExactly(entry("u1", 1), entry("u2", 4));
        pass(2);
        step();
        assertThat(annotation(DeferredPodsAnnotation.NAME)).contains("u1=1,u2=4,broken,u3=x");

        election.deferredPods(() -> before.without(Set.of("u1")));
        pass(2);
        step();
        assertThat(annotation(DeferredPodsAnnotation.NAME)).contains("u2=4");

        election.deferredPods(() -> DeferredPodsAnnotation.NONE);
        pass(2);
        step();
        assertThat(annotation(DeferredPodsAnnotation.NAME)).isEmpty();
        assertThat(annotation("example.com/other")).contains("kept");
    }

    @Test
    void theReleaseWritesThePodDuringWhichTheLeaderHangs() throws InterruptedException {
        server.write("", 1, 3);
        annotate("u1=1,u2=4");
        step();
        DeferredPodsAnnotation hung = election.deferredPods().plus("u1");
        election.deferredPods(() -> hung);
        election.stop();
        step();

        assertThat(server.record().holder()).isEmpty();
        assertThat(annotation(DeferredPodsAnnotation.NAME)).contains("u2=4,u1=2");
    }

    @Test
    void anAbandonedLeaseKeepsItsHolderAndNamesThePod() throws InterruptedException {
        step();
        DeferredPodsAnnotation hung = election.deferredPods().plus("u1");
        election.deferredPods(() -> hung);
        election.abandon();
        step();

        assertThat(server.record().holder()).isEqualTo("us");
        assertThat(annotation(DeferredPodsAnnotation.NAME)).contains("u1=1");
    }

    @Test
    void thePodsThatHungFirstAreLeftOutOfALongList() {
        DeferredPodsAnnotation pods = DeferredPodsAnnotation.NONE;
        for (int i = 0; i < 25; i++) {
            pods = pods.plus("u" + i);
        }
        assertThat(pods.hangs()).hasSize(20).containsKey("u24").doesNotContainKey("u4");
    }
}
