package dev.berth.kube.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.port.Log;
import dev.berth.kubeclient.ApiStatus;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.model.Decoder;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;
import dev.berth.spi.EventRecord;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

class EventRecorderTest {
    private static final EventOutcome GRANTED = new EventOutcome.Granted();
    private static final EventOutcome UNREACHABLE =
            new EventOutcome.Unreachable("connection reset");
    private static final Duration RETRY = Duration.ofSeconds(13);

    private long now = Duration.ofDays(20_000).toNanos();
    private final EventRecorder recorder =
            new EventRecorder(() -> now, new SplittableRandom(1), "host", false, Log.NONE);

    private static Pod pod(String name, String version) {
        return new Decoder()
                .pod(
                        (Json.Obj)
                                Json.parse(
                                        """
                                        {"metadata":{"name":"%s","namespace":"demo","uid":"u-%s",
                                          "resourceVersion":"%s"},
                                         "spec":{"schedulerName":"berth"}}
                                        """
                                                .formatted(name, name, version)));
    }

    private static EventRecord failed(Pod pod, String note) {
        return new EventRecord(pod, true, "FailedScheduling", "Scheduling", note);
    }

    private static EventOutcome refused(int code, String reason) {
        return new EventOutcome.Refused(new ApiStatus(code, reason, "no"));
    }

    private static Json body(ApiRequest request) {
        return Json.parse(request.body());
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    /// Answers the discovery request.
    private void discovered() {
        EventRequest question = recorder.next().orElseThrow();
        assertThat(question.request()).hasToString("GET /apis/events.k8s.io/v1");
        assertThat(recorder.next()).isEmpty();
        recorder.answered(question, GRANTED);
    }

    /// Grants all requests that are due, and returns them.
    private List<ApiRequest> grantAll() {
        var sent = new ArrayList<ApiRequest>();
        for (var next = recorder.next(); next.isPresent(); next = recorder.next()) {
            sent.add(next.get().request());
            assertThat(recorder.answered(next.get(), GRANTED)).isEmpty();
        }
        return sent;
    }

    private void recordFirst() {
        recorder.record(failed(pod("web", "1"), "no free CPU"));
        discovered();
        assertThat(grantAll()).hasSize(1);
    }

    @Test
    void anEventNamesItsObjectReasonAndReporter() {
        recorder.record(failed(pod("web", "1"), "no free CPU"));
        discovered();

        ApiRequest request = grantAll().getFirst();
        assertThat(request).hasToString("POST /apis/events.k8s.io/v1/namespaces/demo/events");
        assertThat(body(request).text())
                .isEqualTo(
                        """
                        {"kind":"Event","apiVersion":"events.k8s.io/v1",\
                        "metadata":{"name":"web.17fb16d83be00000","namespace":"demo"},\
                        "eventTime":"2024-10-04T00:00:00.000000Z",\
                        "reportingController":"berth","reportingInstance":"berth-host",\
                        "action":"Scheduling","reason":"FailedScheduling",\
                        "regarding":{"kind":"Pod","namespace":"demo","name":"web","uid":"u-web",\
                        "apiVersion":"v1","resourceVersion":"1"},\
                        "note":"no free CPU","type":"Warning"}\
                        """);
        assertThat(recorder.written()).isEqualTo(1);
    }

    @Test
    void theProfileOfThePreemptorReportsAPreemption() {
        recorder.record(
                new EventRecord(
                        pod("low", "1"),
                        false,
                        "Preempted",
                        "Preempting",
                        "Preempted by pod u-high on node n1",
                        Optional.of(pod("high", "2"))));
        discovered();

        Json event = body(grantAll().getFirst());
        assertThat(event.textAt("related", "name")).contains("high");
        assertThat(event.textAt("regarding", "name")).contains("low");
        assertThat(event.textAt("type")).contains("Normal");
    }

    @Test
    void aRequestThatCanBeSentIsDueNow() {
        recorder.record(failed(pod("web", "1"), "no free CPU"));
        discovered();
        assertThat(recorder.nextDueNanos()).isEqualTo(now);
        grantAll();
        assertThat(recorder.nextDueNanos()).isGreaterThan(now);
    }

    @Test
    void bodiesAreSentAsProtobufWhereConfigured() {
        var other = new EventRecorder(() -> now, new SplittableRandom(1), "h", true, Log.NONE);
        other.record(failed(pod("web", "1"), "no free CPU"));
        other.answered(other.next().orElseThrow(), GRANTED);

        ApiRequest request = other.next().orElseThrow().request();
        assertThat(request.contentType()).isEqualTo(ApiRequest.PROTOBUF);
        assertThat(new String(request.body(), StandardCharsets.ISO_8859_1)).startsWith("k8s\0");
    }

    @Test
    void theSecondEventStartsASeriesAndLaterOnesAreOnlyCounted() {
        recordFirst();
        pass(Duration.ofSeconds(1));
        recorder.record(failed(pod("web", "1"), "other words"));

        ApiRequest patch = grantAll().getFirst();
        assertThat(patch)
                .hasToString(
                        "PATCH /apis/events.k8s.io/v1/namespaces/demo/events/web.17fb16d83be00000");
        assertThat(patch.contentType()).isEqualTo(ApiRequest.STRATEGIC_MERGE_PATCH);
        assertThat(body(patch).text())
                .isEqualTo(
                        """
                        {"series":{"count":2,"lastObservedTime":"2024-10-04T00:00:01.000000Z"}}\
                        """);
        recorder.record(failed(pod("web", "1"), "no free CPU"));
        recorder.record(failed(pod("web", "1"), "no free CPU"));
        assertThat(grantAll()).isEmpty();
    }

    @Test
    void aChangedPodStartsNewSeries() {
        recordFirst();
        recorder.record(failed(pod("web", "2"), "no free CPU"));

        assertThat(grantAll().getFirst().method()).isEqualTo("POST");
    }

    @Test
    void anEndedSeriesIsUpdatedALastTimeAndForgotten() {
        recordFirst();
        for (int i = 0; i < 4; i++) {
            recorder.record(failed(pod("web", "1"), "no free CPU"));
        }
        assertThat(grantAll()).hasSize(1);
        pass(Duration.ofMinutes(6));
        assertThat(grantAll()).as("not yet idle for more than six minutes").isEmpty();
        pass(Duration.ofMinutes(6));
        assertThat(grantAll())
                .singleElement()
                .satisfies(patch ->
                        assertThat(body(patch).at("series", "count")).contains(Json.of(5)));
        recorder.record(failed(pod("web", "1"), "no free CPU"));
        assertThat(grantAll().getFirst().method()).isEqualTo("POST");
    }

    @Test
    void aSingleEventIsForgottenAfterSixMinutes() {
        recordFirst();
        pass(Duration.ofMinutes(6).plusNanos(1));
        assertThat(grantAll()).isEmpty();
        recorder.record(failed(pod("web", "1"), "no free CPU"));

        assertThat(grantAll().getFirst().method()).isEqualTo("POST");
    }

    @Test
    void anOngoingSeriesIsUpdatedEveryHalfHour() {
        recordFirst();
        var sent = new ArrayList<ApiRequest>();
        for (int minute = 0; minute < 31; minute++) {
            recorder.record(failed(pod("web", "1"), "no free CPU"));
            pass(Duration.ofMinutes(1));
            sent.addAll(grantAll());
        }

        assertThat(sent).hasSize(2);
        assertThat(body(sent.getFirst()).at("series", "count")).contains(Json.of(2));
        assertThat(body(sent.getLast()).at("series", "count")).contains(Json.of(31));
    }

    @Test
    void withoutTheEventsGroupEventsAreWrittenToTheCoreGroup() {
        recorder.record(failed(pod("web", "1"), "no free CPU"));
        recorder.answered(recorder.next().orElseThrow(), refused(404, "NotFound"));
        recorder.record(failed(pod("web", "1"), "no free CPU"));

        List<ApiRequest> sent = grantAll();
        assertThat(sent.getFirst()).hasToString("POST /api/v1/namespaces/demo/events");
        assertThat(body(sent.getFirst()).textAt("message")).contains("no free CPU");
        assertThat(sent.getLast().path()).startsWith("/api/v1/namespaces/demo/events/web.");
        assertThat(body(sent.getLast()).at("count")).contains(Json.of(2));
    }

    @Test
    void theDiscoveryOfTheGroupIsRetriedUntilItSucceeds() {
        recorder.record(failed(pod("web", "1"), "no free CPU"));
        recorder.answered(recorder.next().orElseThrow(), UNREACHABLE);

        assertThat(recorder.next()).isEmpty();
        assertThat(recorder.nextDueNanos()).isBetween(now + 10_000_000_000L, now + RETRY.toNanos());
        pass(RETRY);
        discovered();
        assertThat(grantAll()).hasSize(1);
    }

    @Test
    void anEventWithoutAResponseIsTriedTwelveTimes() {
        recorder.record(failed(pod("web", "1"), "no free CPU"));
        discovered();
        int tries = 0;
        for (int i = 0; i < 20; i++) {
            Optional<EventRequest> next = recorder.next();
            if (next.isPresent()) {
                tries++;
                recorder.answered(next.get(), UNREACHABLE);
                assertThat(recorder.next()).isEmpty();
            }
            pass(RETRY);
        }

        assertThat(tries).isEqualTo(12);
        assertThat(recorder.dropped()).isEqualTo(1);
    }

    @Test
    void aRejectedEventIsNotRetried() {
        recorder.record(failed(pod("web", "1"), "no free CPU"));
        discovered();
        recorder.answered(recorder.next().orElseThrow(), refused(403, "Forbidden"));
        pass(RETRY);

        assertThat(recorder.next()).isEmpty();
        assertThat(recorder.refused()).isEqualTo(1);
    }

    @Test
    void aTooManyRequestsResponseIsRetried() {
        recorder.record(failed(pod("web", "1"), "no free CPU"));
        discovered();
        recorder.answered(recorder.next().orElseThrow(), refused(429, "TooManyRequests"));
        pass(RETRY);

        assertThat(grantAll()).hasSize(1);
    }

    @Test
    void aSeriesOfADeletedEventCreatesItAgain() {
        recordFirst();
        recorder.record(failed(pod("web", "1"), "no free CPU"));
        EventRequest patch = recorder.next().orElseThrow();
        EventRequest create = recorder.answered(patch, refused(404, "NotFound")).orElseThrow();

        assertThat(create.request().method()).isEqualTo("POST");
        assertThat(body(create.request()).at("series", "count")).contains(Json.of(2));
        recorder.answered(create, refused(409, "AlreadyExists"));
        pass(RETRY);
        assertThat(grantAll()).singleElement().extracting(ApiRequest::method).isEqualTo("PATCH");
    }

    @Test
    void aPatchNeverOvertakesTheEventItChanges() {
        recorder.record(failed(pod("web", "1"), "no free CPU"));
        discovered();
        EventRequest create = recorder.next().orElseThrow();
        recorder.record(failed(pod("web", "1"), "no free CPU"));

        assertThat(recorder.next()).isEmpty();
        recorder.answered(create, GRANTED);
        assertThat(grantAll()).singleElement().extracting(ApiRequest::method).isEqualTo("PATCH");
    }

    @Test
    void aBurstIsKeptAndEventsOverTheLimitAreCountedAsDropped() {
        int burst = EventRecorder.MAX_UNWRITTEN;
        Pod pod = pod("web", "1");
        for (int i = 0; i < burst + 5; i++) {
            recorder.record(new EventRecord(pod, false, "Reason" + i, "Binding", "n"));
        }

        assertThat(recorder.dropped()).isEqualTo(5);
        discovered();
        List<ApiRequest> sent = grantAll();
        assertThat(sent).hasSize(burst);
        assertThat(sent.stream().map(each -> body(each).textAt("metadata", "name")).distinct())
                .as("names are distinct though the clock stood still")
                .hasSize(burst);
    }

    @Test
    void anInvalidNameIsReplacedByARandomOne() {
        recorder.record(failed(pod("Web_1", "1"), "no free CPU"));
        recorder.record(failed(pod("w".repeat(250), "1"), "no free CPU"));
        discovered();

        assertThat(grantAll())
                .extracting(each -> body(each).textAt("metadata", "name").orElse(""))
                .allMatch(name -> name.matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-.*"));
    }

    @Test
    void aLongNoteIsCutAtACharacter() {
        assertThat(failed(pod("web", "1"), "ü".repeat(600)).note())
                .isEqualTo("ü".repeat(510) + " ...");
        assertThat(failed(pod("web", "1"), "a".repeat(1024)).note()).isEqualTo("a".repeat(1024));
        assertThat(failed(pod("web", "1"), "a".repeat(1025)).note())
                .isEqualTo("a".repeat(1020) + " ...");
    }
}
