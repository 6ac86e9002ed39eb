package dev.berth.kubeclient.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;

import java.io.IOException;

class ProtobufObjectsTest {
    private final ProtobufObjects objects =
            new ProtobufObjects(
                    """
                    apps_Thing: 1 metadata~Meta, 2 replicas?int, 3 size~int, 4 data~bytes{},
                       5 most?intorstring, 6 at?microtime, 7 raw~raw, 8 extra~items{}
                    Meta: 1 name~text
                    DeleteOptions: 1 gracePeriodSeconds?int
                    """);

    private static byte[] envelope(String apiVersion, String kind, ProtoWriter content) {
        var out = new ProtoWriter().raw(new byte[] {'k', '8', 's', 0}, 0, 4);
        int type = out.begin(1);
        out.text(1, apiVersion).text(2, kind).end(type);
        int raw = out.begin(2);
        out.raw(content.buffer(), 0, content.size()).end(raw);
        return out.toBytes();
    }

    private Json read(byte[] bytes) throws IOException {
        return objects.read(bytes).orElseThrow();
    }

    @Test
    void presentFieldsAreKeptAndZerosOnlyWhereTheyMatter() throws IOException {
        var thing = new ProtoWriter();
        int meta = thing.begin(1);
        thing.text(1, "a").end(meta);
        thing.number(2, 0).number(3, 0);
        int entry = thing.begin(4);
        thing.text(1, "k").text(2, "b").end(entry);
        int max = thing.begin(5);
        thing.number(1, 1).text(3, "50%").end(max);
        int time = thing.begin(6);
        thing.number(1, 0).number(2, 5_000).end(time);
        int raw = thing.begin(7);
        thing.text(1, "{\"x\":1}").end(raw);
        int extra = thing.begin(8);
        int items = thing.text(1, "e").begin(2);
        thing.text(1, "one").text(1, "two").end(items).end(extra);
        assertThat(read(envelope("apps/v1", "Thing", thing)).text())
                .isEqualTo(
                        """
                        {"kind":"Thing","apiVersion":"apps/v1","metadata":{"name":"a"},\
                        "replicas":0,"data":{"k":"Yg=="},"most":"50%",\
                        "at":"1970-01-01T00:00:00.000005Z","raw":{"x":1},\
                        "extra":{"e":["one","two"]}}\
                        """);
    }

    @Test
    void optionsAreInEveryGroup() throws IOException {
        assertThat(
                        read(envelope("policy/v1", "DeleteOptions", new ProtoWriter().number(1, 7)))
                                .at("gracePeriodSeconds"))
                .contains(Json.of(7));
    }

    @Test
    void anUnknownKindIsNotRead() throws IOException {
        assertThat(objects.read(envelope("v1", "Other", new ProtoWriter()))).isEmpty();
    }

    @Test
    void bytesWithoutAnEnvelopeAreRejected() {
        assertThatThrownBy(() -> objects.read(new byte[] {1, 2, 3, 4}))
                .isInstanceOf(IOException.class)
                .hasMessage("provided data does not appear to be a protobuf message");
    }
}
