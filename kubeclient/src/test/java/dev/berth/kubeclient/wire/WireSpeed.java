package dev.berth.kubeclient.wire;

import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.Pod;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Set;

/// Measures how long it takes to read a pod in each format, from lists of copies of a recorded pod
/// that differ in their UIDs. To be run manually.
final class WireSpeed {
    private static final int PODS = 5_000;
    private static final int ROUNDS = 30;

    private WireSpeed() {}

    public static void main(String[] arguments) throws IOException {
        for (String name : new String[] {"pod", "small"}) {
            byte[] json = item(name, ".json");
            byte[] protobuf = item(name, ".pb");
            measure(name, "json", new JsonFormat(new Decoder(), Set.of()), jsonList(json));
            measure(name, "protobuf", new ProtobufFormat(new Decoder()), protobufList(protobuf));
        }
    }

    private static byte[] item(String name, String ending) {
        return Recorded.bytes(name + ending);
    }

    private static void measure(String name, String what, WireFormat format, byte[] list)
            throws IOException {
        long best = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            var pods = new ArrayList<Pod>(PODS);
            long start = System.nanoTime();
            format.readList(
                    Kind.POD,
                    new ByteArrayInputStream(list),
                    seen -> pods.add((Pod) seen.object()));
            best = Math.min(best, System.nanoTime() - start);
        }
        System.out.printf(
                "%s %s: %d bytes, %d ns a pod%n", name, what, list.length / PODS, best / PODS);
    }

    private static byte[] jsonList(byte[] item) throws IOException {
        var list = new ByteArrayOutputStream();
        list.write(
                "{\"metadata\":{\"resourceVersion\":\"1\"},\"items\":["
                        .getBytes(StandardCharsets.UTF_8));
        for (int i = 0; i < PODS; i++) {
            list.write(i == 0 ? new byte[0] : new byte[] {','});
            list.write(withUid(item, i));
        }
        list.write("]}".getBytes(StandardCharsets.UTF_8));
        return list.toByteArray();
    }

    private static byte[] protobufList(byte[] object) throws IOException {
        ProtoReader item = ProtobufEnvelope.open(new ProtoReader(object)).content("Pod");
        byte[] content = java.util.Arrays.copyOfRange(object, item.at(), item.end());
        var list = new ProtoWriter();
        int envelope = ProtobufEnvelope.begin(list, "v1", "PodList");
        for (int i = 0; i < PODS; i++) {
            byte[] each = withUid(content, i);
            int start = list.begin(2);
            list.raw(each, 0, each.length).end(start);
        }
        return list.end(envelope).toBytes();
    }

    /// Returns the object with the first five bytes of its UID replaced.
    private static byte[] withUid(byte[] item, int number) {
        String text = new String(item, StandardCharsets.ISO_8859_1);
        var uid =
                java.util.regex.Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-")
                        .matcher(text);
        if (!uid.find()) {
            throw new IllegalArgumentException("no UID");
        }
        byte[] other = item.clone();
        byte[] digits = "%05d".formatted(number).getBytes(StandardCharsets.UTF_8);
        System.arraycopy(digits, 0, other, uid.start(), digits.length);
        return other;
    }
}
