package dev.berth.kubeclient.wire;

import dev.berth.kubeclient.wire.ProtoFields.TypeMetaFields;
import dev.berth.kubeclient.wire.ProtoFields.UnknownFields;

import java.io.IOException;

/// The envelope of protobuf messages of the Kubernetes API: four magic bytes, then the kind and the
/// message. Kubernetes: `runtime.Unknown`.
///
/// @param kind the kind of the message
/// @param inside the fields of the message
record ProtobufEnvelope(String kind, ProtoReader inside) {
    private static final byte[] MAGIC = {'k', '8', 's', 0};

    static boolean isThere(byte[] bytes, int from, int to) {
        if (to - from < MAGIC.length) {
            return false;
        }
        for (int i = 0; i < MAGIC.length; i++) {
            if (bytes[from + i] != MAGIC[i]) {
                return false;
            }
        }
        return true;
    }

    /// Reads a complete envelope.
    static ProtobufEnvelope open(ProtoReader in) throws IOException {
        if (!isThere(in.bytes(), in.at(), in.end())) {
            throw new IOException("the response is not Kubernetes protobuf");
        }
        in.advance(MAGIC.length);
        String kind = "";
        int from = in.end();
        int to = in.end();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case UnknownFields.TYPE_META -> {
                    int outer = in.enter();
                    kind = kind(in);
                    in.leave(outer);
                }
                case UnknownFields.RAW -> {
                    int length = in.length();
                    from = in.at();
                    to = from + length;
                    in.advance(length);
                }
                default -> in.skip();
            }
        }
        return new ProtobufEnvelope(kind, new ProtoReader(in.bytes(), from, to));
    }

    /// Returns the message if it has this kind.
    ProtoReader content(String wanted) throws IOException {
        expect(wanted, kind);
        return inside;
    }

    /// Reads the start of an envelope.
    ///
    /// @return the number of bytes that the source will have read at the end of the message
    static long open(ProtoSource source, String wanted) throws IOException {
        for (byte expected : MAGIC) {
            if (source.next() != expected) {
                throw new IOException("the response is not Kubernetes protobuf");
            }
        }
        String kind = "";
        while (true) {
            long tag = source.varint();
            if ((tag & 7) != ProtoReader.BYTES) {
                throw new IOException("an envelope has no field with the tag " + tag);
            }
            long length = source.varint();
            switch ((int) (tag >>> 3)) {
                case UnknownFields.TYPE_META -> kind = kind(source.take(length));
                case UnknownFields.RAW -> {
                    expect(wanted, kind);
                    if (length < 0) {
                        throw new IOException("a list of " + length + " bytes");
                    }
                    return source.taken() + length;
                }
                default -> source.skip(length);
            }
        }
    }

    /// Reads the rest of an envelope after the message.
    static void close(ProtoSource source) throws IOException {
        while (!source.ended()) {
            long tag = source.varint();
            if ((tag & 7) != ProtoReader.BYTES) {
                throw new IOException("an envelope has no field with the tag " + tag);
            }
            source.skip(source.varint());
        }
    }

    private static String kind(ProtoReader in) throws IOException {
        String kind = "";
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field == TypeMetaFields.KIND) {
                kind = in.text();
            } else {
                in.skip();
            }
        }
        return kind;
    }

    private static void expect(String wanted, String kind) throws IOException {
        if (!kind.equals(wanted)) {
            throw new IOException("expected a " + wanted + " and got \"" + kind + "\"");
        }
    }

    /// Begins an envelope; the message follows.
    ///
    /// @return the argument of the matching [ProtoWriter#end]
    static int begin(ProtoWriter out, String apiVersion, String kind) {
        out.raw(MAGIC, 0, MAGIC.length);
        int type = out.begin(UnknownFields.TYPE_META);
        out.text(TypeMetaFields.API_VERSION, apiVersion).text(TypeMetaFields.KIND, kind).end(type);
        return out.begin(UnknownFields.RAW);
    }
}
