package dev.berth.kubeclient.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.kubeclient.wire.EventBody.Series;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonOptions;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

class BodiesTest {
    /// The messages that the client writes, in the notation of [JsonMessages].
    private static final Map<String, MessageToJson> TREES =
            MessageToJson.parse(
                    """
                    Binding: 1 metadata!Meta, 2 target!Reference
                    Meta: 1 name~text, 3 namespace~text, 5 uid~text, 6 resourceVersion~text,
                      8 creationTimestamp~time
                    Reference: 1 kind~text, 2 namespace~text, 3 name~text, 4 uid~text,
                      5 apiVersion~text, 6 resourceVersion~text
                    Event: 1 metadata!Meta, 2 eventTime!MicroTime, 3 series?Series,
                      4 reportingController~text, 5 reportingInstance~text, 6 action~text,
                      7 reason~text, 8 regarding!Reference, 9 related?Reference, 10 note~text,
                      11 type~text, 12 deprecatedSource!Nothing
                    Series: 1 count!int, 2 lastObservedTime!MicroTime
                    MicroTime: 1 seconds~int, 2 nanos~int
                    Nothing: 1 nothing~text
                    """);

    private static final EventBody EVENT =
            new EventBody(
                    "demo",
                    "web.18a3f2",
                    Instant.parse("2026-02-03T04:05:06.123456789Z"),
                    Optional.empty(),
                    "berth",
                    "berth-host",
                    "Scheduling",
                    "FailedScheduling",
                    new ObjectReference("v1", "Pod", "demo", "web", "u-1", "12"),
                    Optional.empty(),
                    "0/1 nodes are available: „größer“",
                    "Warning");

    private static Json.Obj read(String kind, byte[] bytes) throws IOException {
        ProtoReader in = ProtobufEnvelope.open(new ProtoReader(bytes)).content(kind);
        return Objects.requireNonNull(TREES.get(kind)).content(in);
    }

    @Test
    void aBindingIsEqualInBothFormats() throws IOException {
        var binding = new BindingBody("demo", "web", "u-1", "node-1");

        assertThat(read("Binding", binding.protobuf()))
                .isEqualTo(binding.json().without("kind").without("apiVersion"));
        assertThat(binding.json().text())
                .isEqualTo(
                        """
                        {"kind":"Binding","apiVersion":"v1",\
                        "metadata":{"name":"web","namespace":"demo","uid":"u-1"},\
                        "target":{"kind":"Node","name":"node-1"}}\
                        """);
    }

    @Test
    void anEventIsEqualInBothFormats() throws IOException {
        EventBody related =
                new EventBody(
                        EVENT.namespace(),
                        EVENT.name(),
                        EVENT.time(),
                        Optional.of(new Series(300, Instant.parse("2026-02-03T04:06:07.5Z"))),
                        EVENT.controller(),
                        EVENT.instance(),
                        EVENT.action(),
                        EVENT.reason(),
                        EVENT.regarding(),
                        Optional.of(new ObjectReference("v1", "Pod", "other", "high", "u-2", "13")),
                        "n".repeat(1000),
                        EVENT.type());

        for (EventBody event : new EventBody[] {EVENT, related}) {
            assertThat(read("Event", event.protobuf())).isEqualTo(inSeconds(event.json()));
        }
    }

    @Test
    void theRecordedEventIsReadAsItWasWritten() throws IOException {
        Json recorded =
                Json.parse(
                        Recorded.bytes("event.json"), JsonOptions.DEFAULT.droppingManagedFields());

        assertThat(read("Event", Recorded.bytes("event.pb")))
                .isEqualTo(
                        inSeconds((Json.Obj) recorded)
                                .without("deprecatedFirstTimestamp")
                                .without("deprecatedLastTimestamp")
                                .with("deprecatedSource", Json.Obj.EMPTY));
    }

    /// Returns the event with its times as in protobuf, and without the fields of the envelope.
    private static Json.Obj inSeconds(Json.Obj event) {
        Json.Obj plain =
                event.without("kind")
                        .without("apiVersion")
                        .with("deprecatedSource", Json.Obj.EMPTY)
                        .with("eventTime", seconds(event.textAt("eventTime").orElseThrow()));
        return event.objAt("series")
                .map(series ->
                        plain.with(
                                "series",
                                series.with(
                                        "lastObservedTime",
                                        seconds(series.textAt("lastObservedTime").orElseThrow()))))
                .orElse(plain);
    }

    private static Json.Obj seconds(String micros) {
        Instant time = Instant.parse(micros);
        Json.Obj seconds = Json.Obj.of("seconds", Json.of(time.getEpochSecond()));
        return time.getNano() == 0 ? seconds : seconds.with("nanos", time.getNano());
    }

    @Test
    void theCoreGroupHasOtherNames() {
        Json.Obj event =
                EVENT.with(new Series(3, Instant.parse("2026-02-03T04:09:00Z"))).coreJson();

        assertThat(event.text())
                .isEqualTo(
                        """
                        {"kind":"Event","apiVersion":"v1",\
                        "metadata":{"name":"web.18a3f2","namespace":"demo"},\
                        "involvedObject":{"kind":"Pod","namespace":"demo","name":"web","uid":"u-1",\
                        "apiVersion":"v1","resourceVersion":"12"},\
                        "reason":"FailedScheduling","message":"0/1 nodes are available: „größer“",\
                        "source":{"component":"berth"},"firstTimestamp":"2026-02-03T04:05:06Z",\
                        "lastTimestamp":"2026-02-03T04:09:00Z","count":3,"type":"Warning",\
                        "reportingComponent":"berth","reportingInstance":""}\
                        """);
    }
}
