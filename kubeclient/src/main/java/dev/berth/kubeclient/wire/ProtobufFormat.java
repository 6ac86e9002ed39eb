package dev.berth.kubeclient.wire;

import dev.berth.kubeclient.ApiStatus;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.wire.ProtoFields.ListMetaFields;
import dev.berth.kubeclient.wire.ProtoFields.PodListFields;
import dev.berth.model.Decoder;
import dev.berth.model.Kind;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;

/// Objects as protobuf, decoded directly to records, which is cheaper for both sides than JSON. It
/// supports only the kinds that have a record, and does not keep complete objects.
public final class ProtobufFormat implements WireFormat {
    private final Map<Kind, ObjectReader> readers;

    /// @param decoder shares templates and labels
    public ProtobufFormat(Decoder decoder) {
        this.readers = ObjectReaders.all(decoder);
    }

    @Override
    public boolean supports(Kind kind) {
        return readers.containsKey(kind);
    }

    @Override
    public String mediaType() {
        return ApiRequest.PROTOBUF;
    }

    @Override
    public String watchMediaType() {
        return ApiRequest.PROTOBUF + ";stream=watch";
    }

    @Override
    public Page readList(Kind kind, InputStream body, ItemHandler items) throws IOException {
        var source = new ProtoSource(body);
        long end = ProtobufEnvelope.open(source, kind.name() + "List");
        Page page = new Page("", "");
        while (source.taken() < end) {
            long tag = source.varint();
            if ((tag & 7) != ProtoReader.BYTES) {
                throw new IOException("a list has no field with the tag " + tag);
            }
            long length = source.varint();
            if (length < 0 || length > end - source.taken()) {
                throw new IOException("an object is longer than the list it is in");
            }
            switch ((int) (tag >>> 3)) {
                case PodListFields.METADATA -> page = page(source.take(length));
                case PodListFields.ITEMS -> item(kind, source.take(length), items);
                default -> source.skip(length);
            }
        }
        ProtobufEnvelope.close(source);
        return page;
    }

    private void item(Kind kind, ProtoReader item, ItemHandler items) throws IOException {
        Seen seen;
        try {
            seen = read(kind, item);
        } catch (UnreadableException e) {
            items.unreadable(e);
            return;
        }
        items.seen(seen);
    }

    private static Page page(ProtoReader in) throws IOException {
        String version = "";
        String next = "";
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case ListMetaFields.RESOURCE_VERSION -> version = in.text();
                case ListMetaFields.CONTINUE -> next = in.text();
                default -> in.skip();
            }
        }
        return new Page(version, next);
    }

    @Override
    public Seen readObject(Kind kind, InputStream body) throws IOException {
        byte[] bytes = body.readNBytes(ProtoSource.LARGEST + 1);
        if (bytes.length > ProtoSource.LARGEST) {
            throw new IOException("an object of more than " + ProtoSource.LARGEST + " bytes");
        }
        return read(kind, ProtobufEnvelope.open(new ProtoReader(bytes)).content(kind.name()));
    }

    /// Reads the object whose fields `in` contains.
    Seen read(Kind kind, ProtoReader in) throws IOException {
        ObjectReader reader = readers.get(kind);
        if (reader == null) {
            throw new IOException(kind + " is not read as protobuf");
        }
        int start = in.at();
        int end = in.end();
        // The caches of a reader are not thread-safe.
        synchronized (reader) {
            try {
                return new Seen(reader.read(in), Optional.empty());
            } catch (IOException | RuntimeException e) {
                return ReadableParts.of(kind, in.over(in.bytes(), start, end), reader::read, e);
            }
        }
    }

    @Override
    public ApiStatus readStatus(int code, InputStream body) {
        return StatusReader.read(code, body);
    }

    @Override
    public Watch watch(Kind kind, InputStream body) {
        return new ProtobufWatch(this, kind, body);
    }
}
