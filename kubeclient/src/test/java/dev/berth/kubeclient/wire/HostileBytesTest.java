package dev.berth.kubeclient.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.berth.model.Decoder;
import dev.berth.model.Kind;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

class HostileBytesTest {
    private static final int ROUNDS = 1_000;

    private final WireFormat protobuf = new ProtobufFormat(new Decoder());
    private final WireFormat json = new JsonFormat(new Decoder(), Set.of());

    /// A way to read bytes.
    private interface Reading {
        void read(InputStream body) throws IOException;
    }

    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Subject(String name, byte[] valid, Reading reading) {}

    private List<Subject> subjects() {
        return List.of(
                list(protobuf, Kind.POD, ".pb"),
                list(protobuf, Kind.NODE, ".pb"),
                list(protobuf, Kind.DISRUPTION_BUDGET, ".pb"),
                list(protobuf, Kind.REPLICA_SET, ".pb"),
                list(protobuf, Kind.RESOURCE_CLAIM, ".pb"),
                list(protobuf, Kind.RESOURCE_SLICE, ".pb"),
                list(json, Kind.POD, ".json"),
                new Subject(
                        "object",
                        Recorded.bytes("pod.pb"),
                        body -> protobuf.readObject(Kind.POD, body)),
                new Subject(
                        "watch",
                        Recorded.bytes("watch.pb"),
                        body -> Recorded.events(protobuf.watch(Kind.POD, body))),
                new Subject(
                        "JSON watch",
                        Recorded.bytes("watch.json"),
                        body -> Recorded.events(json.watch(Kind.POD, body))));
    }

    private static Subject list(WireFormat format, Kind kind, String ending) {
        return new Subject(
                kind.plural() + ending,
                Recorded.bytes(kind.plural() + ending),
                body -> format.readList(kind, body, seen -> {}));
    }

    @Test
    void corruptBytesAreReadOrRejected() {
        long seed = Long.getLong("test.seed", 7);
        for (Subject subject : subjects()) {
            var random = new SplittableRandom(seed);
            for (int round = 0; round < ROUNDS; round++) {
                byte[] changed = changed(subject.valid, random);
                try {
                    subject.reading.read(new ByteArrayInputStream(changed));
                } catch (IOException expected) {
                    assertThat(expected.getMessage()).isNotBlank();
                } catch (RuntimeException | Error e) {
                    fail("%s, seed %d, round %d".formatted(subject.name, seed, round), e);
                }
            }
        }
    }

    private static byte[] changed(byte[] valid, SplittableRandom random) {
        byte[] bytes = valid.clone();
        for (int i = random.nextInt(4); i >= 0; i--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt();
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> {
                    int length = Math.min(random.nextInt(32), bytes.length - at);
                    System.arraycopy(
                            bytes, random.nextInt(bytes.length - length), bytes, at, length);
                }
                default -> bytes[at] = (byte) (random.nextBoolean() ? 0xFF : 0x80);
            }
        }
        return random.nextInt(4) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
    }

    @Test
    void everyTruncationOfAListIsNoticed() {
        byte[] whole = Recorded.bytes("nodes.pb");
        // The last four bytes are two empty fields of the envelope.
        for (int length = 0; length < whole.length - 4; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() ->
                            protobuf.readList(
                                    Kind.NODE, new ByteArrayInputStream(part), seen -> {}))
                    .as("%d bytes", length)
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void aWatchEndsProperlyOnlyBetweenEvents() throws IOException {
        byte[] whole = Recorded.bytes("watch.pb");
        int first = 4 + ((whole[2] & 0xFF) << 8 | whole[3] & 0xFF);

        assertThat(Recorded.events(watch(Arrays.copyOf(whole, first)))).hasSize(1);
        for (int length : new int[] {1, 3, 4, 5, first - 1, first + 2}) {
            assertThatThrownBy(() -> Recorded.events(watch(Arrays.copyOf(whole, length))))
                    .as("%d bytes", length)
                    .isInstanceOf(IOException.class);
        }
    }

    private WireFormat.Watch watch(byte[] bytes) {
        return protobuf.watch(Kind.POD, new ByteArrayInputStream(bytes));
    }

    @Test
    void anImpossibleLengthIsRejectedBeforeAnyAllocation() {
        byte[] frame = {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 1};

        assertThatThrownBy(() -> watch(frame).next())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("an object of 4294967295 bytes");
        byte[] promising = {2, 0, 0, 0, 1};
        assertThatThrownBy(() -> watch(promising).next())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("cut off");
    }

    @Test
    void anObjectWithMillionsOfEmptyMessagesIsRejected() {
        var pod = new ProtoWriter();
        int list = ProtobufEnvelope.begin(pod, "v1", "PodList");
        int item = pod.begin(2);
        int spec = pod.begin(2);
        for (int i = 0; i < 2_000_000; i++) {
            pod.end(pod.begin(1));
        }
        pod.end(spec).end(item).end(list);

        assertThatThrownBy(() ->
                        protobuf.readList(
                                Kind.POD, new ByteArrayInputStream(pod.toBytes()), seen -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("messages in one object");
    }

    @Test
    void anUnexpectedKindIsRejected() {
        assertThatThrownBy(() -> protobuf.readObject(Kind.POD, Recorded.protobuf("notfound")))
                .hasMessage("expected a Pod and got \"Status\"");
        assertThatThrownBy(() -> json.readObject(Kind.POD, Recorded.json("notfound")))
                .hasMessage("expected a Pod and got a Status");
        assertThatThrownBy(
                        () -> protobuf.readList(Kind.POD, Recorded.protobuf("nodes"), seen -> {}))
                .hasMessage("expected a PodList and got \"NodeList\"");
        assertThatThrownBy(() -> protobuf.readList(Kind.POD, Recorded.json("pods"), seen -> {}))
                .hasMessageContaining("not Kubernetes protobuf");
        assertThatThrownBy(() ->
                        json.readList(
                                Kind.POD,
                                new SequenceInputStream(
                                        Recorded.json("pods"), Recorded.json("nodes")),
                                seen -> {}))
                .hasMessage("unexpected content after the list");
    }

    @Test
    void unknownFieldsAreSkipped() throws IOException {
        var pod = new ProtoWriter();
        int envelope = ProtobufEnvelope.begin(pod, "v1", "Pod");
        int meta = pod.begin(1);
        pod.text(1, "web").number(999, -1).end(meta);
        pod.raw(new byte[] {5 << 3 | 1, 1, 2, 3, 4, 5, 6, 7, 8}, 0, 9);
        pod.raw(new byte[] {6 << 3 | 5, 1, 2, 3, 4}, 0, 5);
        pod.text(7, "later").end(envelope);

        var seen = protobuf.readObject(Kind.POD, new ByteArrayInputStream(pod.toBytes()));

        assertThat(seen.object().meta().name()).isEqualTo("web");
    }
}
