package dev.berth.observe.tracing;

import dev.berth.kubeclient.wire.ProtoReader;

import java.io.IOException;

/// The part of an `ExportTraceServiceResponse` that reports rejected spans.
///
/// A response that cannot be read reports none, because its code says that the request succeeded.
record PartialSuccess(long rejected, String message) {
    private static final PartialSuccess NONE = new PartialSuccess(0, "");

    static PartialSuccess of(byte[] response) {
        var reader = new ProtoReader(response);
        PartialSuccess found = NONE;
        try {
            for (int field = reader.field(); field != 0; field = reader.field()) {
                if (field == 1) {
                    int outer = reader.enter();
                    found = read(reader);
                    reader.leave(outer);
                } else {
                    reader.skip();
                }
            }
            return found;
        } catch (IOException unreadable) {
            return NONE;
        }
    }

    private static PartialSuccess read(ProtoReader reader) throws IOException {
        long rejected = 0;
        String message = "";
        for (int field = reader.field(); field != 0; field = reader.field()) {
            switch (field) {
                case 1 -> rejected = reader.int64();
                case 2 -> message = reader.text();
                default -> reader.skip();
            }
        }
        return new PartialSuccess(Math.max(0, rejected), message);
    }
}
