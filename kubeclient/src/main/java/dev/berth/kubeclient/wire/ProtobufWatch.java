package dev.berth.kubeclient.wire;

import dev.berth.kubeclient.wire.ProtoFields.RawExtensionFields;
import dev.berth.kubeclient.wire.ProtoFields.WatchEventFields;
import dev.berth.model.Kind;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/// A watch in protobuf: each event is a message after its four-byte length.
final class ProtobufWatch implements WireFormat.Watch {
    private final ProtobufFormat format;
    private final Kind kind;
    private final InputStream body;
    private final ProtoSource source;

    ProtobufWatch(ProtobufFormat format, Kind kind, InputStream body) {
        this.format = format;
        this.kind = kind;
        this.body = body;
        this.source = new ProtoSource(body);
    }

    @Override
    public Optional<WireFormat.WatchEvent> next() throws IOException {
        if (source.ended()) {
            return Optional.empty();
        }
        long length = 0;
        for (int i = 0; i < 4; i++) {
            length = length << 8 | source.next();
        }
        ProtoReader event = source.take(length);
        try {
            return Optional.of(event(event));
        } catch (UnreadableException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw new UnreadableException(e);
        }
    }

    private WireFormat.WatchEvent event(ProtoReader in) throws IOException {
        String type = "";
        ProtoReader object = new ProtoReader(new byte[0]);
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case WatchEventFields.TYPE -> type = in.text();
                case WatchEventFields.OBJECT -> object = raw(in);
                default -> in.skip();
            }
        }
        ProtobufEnvelope envelope = ProtobufEnvelope.open(object);
        return switch (type) {
            case "ADDED", "MODIFIED" -> new WireFormat.WatchEvent.AddedOrModified(read(envelope));
            case "DELETED" -> new WireFormat.WatchEvent.Deleted(read(envelope).object());
            case "BOOKMARK" -> WatchEvents.bookmark(read(envelope).object());
            case "ERROR" ->
                    new WireFormat.WatchEvent.Failed(
                            StatusReader.read(0, envelope.content("Status")));
            default -> throw WatchEvents.unknown(type);
        };
    }

    private WireFormat.Seen read(ProtobufEnvelope envelope) throws IOException {
        return format.read(kind, envelope.content(kind.name()));
    }

    /// Reads the bytes in the message of this field.
    private static ProtoReader raw(ProtoReader in) throws IOException {
        ProtoReader bytes = new ProtoReader(new byte[0]);
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field == RawExtensionFields.RAW) {
                int length = in.length();
                bytes = new ProtoReader(in.bytes(), in.at(), in.at() + length);
                in.advance(length);
            } else {
                in.skip();
            }
        }
        in.leave(outer);
        return bytes;
    }

    @Override
    public void close() throws IOException {
        body.close();
    }
}
