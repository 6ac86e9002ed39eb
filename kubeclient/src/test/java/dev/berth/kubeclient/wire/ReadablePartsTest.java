package dev.berth.kubeclient.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.kubeclient.wire.ProtoFields.ContainerFields;
import dev.berth.kubeclient.wire.ProtoFields.MapEntryFields;
import dev.berth.kubeclient.wire.ProtoFields.ObjectMetaFields;
import dev.berth.kubeclient.wire.ProtoFields.PodFields;
import dev.berth.kubeclient.wire.ProtoFields.PodListFields;
import dev.berth.kubeclient.wire.ProtoFields.PodSpecFields;
import dev.berth.kubeclient.wire.ProtoFields.QuantityFields;
import dev.berth.kubeclient.wire.ProtoFields.ResourceRequirementsFields;
import dev.berth.kubeclient.wire.WireFormat.Seen;
import dev.berth.kubeclient.wire.WireFormat.WatchEvent;
import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.PodRequests;
import dev.berth.model.Quantity;
import dev.berth.model.Taint;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Objects of which some fields cannot be decoded.
class ReadablePartsTest {
    private static final byte[] MAGIC = {'k', '8', 's', 0};

    private final WireFormat protobuf = new ProtobufFormat(new Decoder());
    private final WireFormat json = new JsonFormat(new Decoder(), Set.of());

    /// A pod with fields that cannot be decoded.
    ///
    /// @param spec the fields of the spec after `nodeName`
    /// @param problem what the message contains
    record Case(String name, String spec, String problem) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final String MEMORY =
            """
            "containers": [{"resources": {"requests": {"memory": "7Gi", "ephemeral-storage": %s}}}]
            """;

    static Stream<Case> invalidPods() {
        return Stream.of(
                new Case("quantity", MEMORY.formatted("\"1x\""), "unknown suffix"),
                new Case("quantity of another type", MEMORY.formatted("[]"), "not a quantity"),
                new Case(
                        "container of another type",
                        MEMORY.formatted("1").replace("}}}]", "}}}, 7]"),
                        "is not an object"),
                new Case(
                        "priority", MEMORY.formatted("1") + ", \"priority\": \"high\"", "priority"),
                new Case(
                        "selector",
                        MEMORY.formatted("1") + ", \"nodeSelector\": {\"a\": 1}",
                        "nodeSelector"),
                new Case(
                        "affinity",
                        MEMORY.formatted("1") + ", \"affinity\": {\"podAffinity\": []}",
                        "affinity"),
                new Case(
                        "toleration",
                        MEMORY.formatted("1") + ", \"tolerations\": [{\"key\": {}}]",
                        "tolerations"));
    }

    @ParameterizedTest
    @MethodSource("invalidPods")
    void aPodWithAnInvalidFieldIsKnownByItsOtherFields(Case invalid) throws IOException {
        String pod =
                """
                {"metadata": {"name": "p", "namespace": "a", "uid": "u", "resourceVersion": "7"},
                 "spec": {"nodeName": "n", %s}}
                """
                        .formatted(invalid.spec);

        for (Seen seen : inListAndWatch(pod)) {
            assertKnown(seen);
            assertThat(seen.problem()).contains(invalid.problem);
        }
    }

    private void assertKnown(Seen seen) {
        var pod = (Pod) seen.object();
        assertThat(pod.key()).isEqualTo("a/p");
        assertThat(pod.uid()).isEqualTo("u");
        assertThat(pod.meta().resourceVersion()).isEqualTo("7");
        assertThat(pod.spec().nodeName()).isEqualTo("n");
        assertThat(PodRequests.list(pod).asMap()).containsEntry("memory", Quantity.parse("7Gi"));
        assertThat(pod.spec().schedulingGates())
                .singleElement()
                .asString()
                .contains(seen.problem());
    }

    private List<Seen> inListAndWatch(String object) throws IOException {
        var seen = new ArrayList<Seen>();
        json.readList(
                Kind.POD,
                body("{\"metadata\": {}, \"items\": [%s, %s]}".formatted(object, object)),
                seen::add);
        String added = "{\"type\": \"ADDED\", \"object\": " + object + "}";
        for (WatchEvent event : Recorded.events(json.watch(Kind.POD, body(added + added)))) {
            seen.add(((WatchEvent.AddedOrModified) event).seen());
        }
        seen.add(json.readObject(Kind.POD, body(object)));
        assertThat(seen).hasSize(5);
        return seen;
    }

    private static InputStream body(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aPodWithAnInvalidQuantityIsKnownInProtobufToo() throws IOException {
        byte[] pod = pod("7Gi", "1x").toBytes();

        var seen = new ArrayList<Seen>();
        protobuf.readList(Kind.POD, list(pod, pod), seen::add);
        seen.add(protobuf.readObject(Kind.POD, envelope("Pod", pod)));

        assertThat(seen).hasSize(3).allSatisfy(this::assertKnown);
        assertThat(seen.getFirst().problem()).contains("\"1x\" is not a quantity");
    }

    @Test
    void aPodThatIsCutOffIsKnownAsFarAsItGoes() throws IOException {
        byte[] pod = pod("7Gi", "1").toBytes();
        byte[] complete = pod("7Gi", "1").toBytes();
        int named = indexAfter(pod, "p");
        int placed = indexAfter(pod, "n");

        for (int length = named; length < pod.length; length++) {
            byte[] part = Arrays.copyOf(pod, length);
            var seen = new ArrayList<Seen>();
            protobuf.readList(Kind.POD, list(part, complete), seen::add);

            assertThat(seen).as("%d bytes", length).hasSize(2);
            var first = (Pod) seen.getFirst().object();
            assertThat(first.name()).isEqualTo("p");
            assertThat(first.spec().nodeName()).isEqualTo(length >= placed ? "n" : "");
            assertThat(seen.getLast().problem()).isEmpty();
        }
    }

    private static int indexAfter(byte[] bytes, String text) {
        return new String(bytes, StandardCharsets.ISO_8859_1).indexOf("\1" + text) + 2;
    }

    @Test
    void aNodeWithAnInvalidFieldTakesNoPods() throws IOException {
        String node =
                """
                {"metadata": {"name": "n", "uid": "u", "labels": {"zone": "a"}},
                 "spec": {"taints": [{"key": "k", "effect": "NoSchedule"}, {"key": 5}]},
                 "status": {"allocatable": {"cpu": "4", "memory": "x"}}}
                """;

        Seen seen = json.readObject(Kind.NODE, body(node));

        var read = (Node) seen.object();
        assertThat(read.name()).isEqualTo("n");
        assertThat(read.labels().get("zone")).isEqualTo(Optional.of("a"));
        assertThat(read.allocatable().asMap()).containsExactly(Map.entry("cpu", Quantity.of(4)));
        assertThat(read.taints())
                .extracting(Taint::key)
                .containsExactly("k", "", "berth.dev/incompletely-decoded");
    }

    @Test
    void anObjectWithoutANameIsSkippedAndTheListContinues() throws IOException {
        var seen = new ArrayList<Seen>();
        var skipped = new ArrayList<String>();
        byte[] garbage = {(byte) 0xFF, (byte) 0xFF, 7};
        protobuf.readList(
                Kind.POD,
                list(garbage, pod("1Gi", "1").toBytes()),
                new ItemHandler() {
                    @Override
                    public void seen(Seen object) {
                        seen.add(object);
                    }

                    @Override
                    public void unreadable(UnreadableException why) {
                        skipped.add(why.getMessage());
                    }
                });

        assertThat(seen).hasSize(1);
        assertThat(skipped).hasSize(1);
    }

    @Test
    void aTimeBeyondTheRangeOfTheJdkIsTheLastOne() throws IOException {
        ProtoWriter pod = new ProtoWriter();
        int meta = pod.begin(PodFields.METADATA);
        pod.text(ObjectMetaFields.NAME, "p");
        int time = pod.begin(ObjectMetaFields.CREATION_TIMESTAMP);
        pod.number(1, Long.MAX_VALUE).end(time).end(meta);

        Seen seen = protobuf.readObject(Kind.POD, envelope("Pod", pod.toBytes()));

        assertThat(seen.problem()).isEmpty();
        assertThat(seen.object().meta().created())
                .contains(Instant.ofEpochSecond(Instant.MAX.getEpochSecond()));
    }

    @Test
    void aCustomObjectThatIsNestedTooDeepIsReadWithoutItsDeepValues() throws IOException {
        String deep = "[".repeat(9_000) + "]".repeat(9_000);
        String object =
                """
                {"type": "ADDED", "object": {"metadata": {"name": "deep"}, "spec": {"a": %s, "b": 1}}}
                """
                        .formatted(deep);
        Kind kind = new Kind("example.com", "v1", "Widget", "widgets", true);

        List<WatchEvent> events = Recorded.events(json.watch(kind, body(object + object)));

        assertThat(events).hasSize(2);
        assertThat(((WatchEvent.AddedOrModified) events.getLast()).seen().object().key())
                .isEqualTo("deep");
    }

    private static ProtoWriter pod(String memory, String storage) {
        var out = new ProtoWriter();
        int meta = out.begin(PodFields.METADATA);
        out.text(ObjectMetaFields.NAME, "p")
                .text(ObjectMetaFields.NAMESPACE, "a")
                .text(ObjectMetaFields.UID, "u")
                .text(ObjectMetaFields.RESOURCE_VERSION, "7")
                .end(meta);
        int spec = out.begin(PodFields.SPEC);
        out.text(PodSpecFields.NODE_NAME, "n");
        int container = out.begin(PodSpecFields.CONTAINERS);
        int resources = out.begin(ContainerFields.RESOURCES);
        request(out, "memory", memory);
        request(out, "ephemeral-storage", storage);
        return out.end(resources).end(container).end(spec);
    }

    private static void request(ProtoWriter out, String name, String amount) {
        int entry = out.begin(ResourceRequirementsFields.REQUESTS);
        out.text(MapEntryFields.KEY, name);
        int quantity = out.begin(MapEntryFields.VALUE);
        out.text(QuantityFields.STRING, amount).end(quantity).end(entry);
    }

    private static InputStream list(byte[]... items) {
        var list = new ProtoWriter();
        for (byte[] item : items) {
            int start = list.begin(PodListFields.ITEMS);
            list.raw(item, 0, item.length).end(start);
        }
        return envelope("PodList", list.toBytes());
    }

    /// The envelope `runtime.Unknown`: the type, then the content.
    private static InputStream envelope(String kind, byte[] content) {
        var out = new ProtoWriter();
        int type = out.begin(1);
        out.text(1, "v1").text(2, kind).end(type);
        int raw = out.begin(2);
        out.raw(content, 0, content.length).end(raw);
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(MAGIC);
        bytes.writeBytes(out.toBytes());
        return new ByteArrayInputStream(bytes.toByteArray());
    }
}
