package dev.berth.kubeclient.wire;

import dev.berth.kubeclient.wire.ProtoFields.MapEntryFields;
import dev.berth.kubeclient.wire.ProtoFields.ObjectMetaFields;
import dev.berth.kubeclient.wire.ProtoFields.OwnerReferenceFields;
import dev.berth.model.Decoder;
import dev.berth.model.Labels;
import dev.berth.model.Meta;
import dev.berth.model.OwnerReference;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads the metadata of objects.
final class MetaReader {

    private final Decoder decoder;
    private final InternedStrings words;
    private final DecodeCache<Labels> labels = new DecodeCache<>(1 << 13, 1 << 10);
    private final DecodeCache<Labels> annotations = new DecodeCache<>(1 << 10, 1 << 10);
    private final DecodeCache<List<OwnerReference>> owners = new DecodeCache<>(1 << 13, 1 << 10);
    private final ProtoWriter labelBytes = new ProtoWriter();
    private final ProtoWriter annotationBytes = new ProtoWriter();
    private final ProtoWriter ownerBytes = new ProtoWriter();

    MetaReader(Decoder decoder, InternedStrings words) {
        this.decoder = decoder;
        this.words = words;
    }

    Meta read(ProtoReader in) throws IOException {
        labelBytes.clear();
        annotationBytes.clear();
        ownerBytes.clear();
        String name = "";
        String namespace = "";
        String uid = "";
        String version = "";
        long generation = 0;
        Optional<Instant> created = Optional.empty();
        Optional<Instant> deleted = Optional.empty();
        List<String> finalizers = List.of();
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case ObjectMetaFields.NAME -> name = in.text();
                case ObjectMetaFields.NAMESPACE -> namespace = words.word(in);
                case ObjectMetaFields.UID -> uid = in.text();
                case ObjectMetaFields.RESOURCE_VERSION -> version = in.text();
                case ObjectMetaFields.GENERATION -> generation = in.int64();
                case ObjectMetaFields.CREATION_TIMESTAMP -> created = in.time();
                case ObjectMetaFields.DELETION_TIMESTAMP -> deleted = in.time();
                case ObjectMetaFields.LABELS -> labelBytes.copy(in);
                case ObjectMetaFields.ANNOTATIONS -> annotationBytes.copy(in);
                case ObjectMetaFields.OWNER_REFERENCES -> ownerBytes.copy(in);
                case ObjectMetaFields.FINALIZERS ->
                        finalizers = ListBuilders.with(finalizers, words.word(in));
                // Mainly managedFields, which are half of a pod.
                default -> in.skip();
            }
        }
        in.leave(outer);
        return new Meta(
                name,
                namespace,
                uid,
                version,
                generation,
                created,
                deleted,
                labels(),
                annotations(),
                owners(),
                finalizers);
    }

    private Labels labels() throws IOException {
        if (labelBytes.isEmpty()) {
            return Labels.NONE;
        }
        Labels known = labels.find(labelBytes.buffer(), 0, labelBytes.size());
        return known != null
                ? known
                : labels.keep(
                        labelBytes.buffer(),
                        0,
                        labelBytes.size(),
                        decoder.shared(texts(labelBytes.reader())));
    }

    private Labels annotations() throws IOException {
        if (annotationBytes.isEmpty()) {
            return Labels.NONE;
        }
        Labels known = annotations.find(annotationBytes.buffer(), 0, annotationBytes.size());
        return known != null
                ? known
                : annotations.keep(
                        annotationBytes.buffer(),
                        0,
                        annotationBytes.size(),
                        texts(annotationBytes.reader()));
    }

    /// Reads a message that contains only the entries of a string map.
    private Labels texts(ProtoReader in) throws IOException {
        var texts = new HashMap<String, String>();
        while (in.field() != 0) {
            entry(in, texts);
        }
        return Labels.of(texts);
    }

    /// Reads an entry of a string map.
    void entry(ProtoReader in, Map<String, String> into) throws IOException {
        int outer = in.enter();
        String key = "";
        String value = "";
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case MapEntryFields.KEY -> key = words.word(in);
                case MapEntryFields.VALUE -> value = words.word(in);
                default -> in.skip();
            }
        }
        in.leave(outer);
        into.put(key, value);
    }

    private List<OwnerReference> owners() throws IOException {
        if (ownerBytes.isEmpty()) {
            return List.of();
        }
        List<OwnerReference> known = owners.find(ownerBytes.buffer(), 0, ownerBytes.size());
        if (known != null) {
            return known;
        }
        var read = new ArrayList<OwnerReference>();
        ProtoReader in = ownerBytes.reader();
        while (in.field() != 0) {
            read.add(owner(in));
        }
        return owners.keep(ownerBytes.buffer(), 0, ownerBytes.size(), List.copyOf(read));
    }

    private OwnerReference owner(ProtoReader in) throws IOException {
        int outer = in.enter();
        String apiVersion = "";
        String kind = "";
        String name = "";
        String uid = "";
        boolean controller = false;
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case OwnerReferenceFields.KIND -> kind = words.word(in);
                case OwnerReferenceFields.NAME -> name = in.text();
                case OwnerReferenceFields.UID -> uid = in.text();
                case OwnerReferenceFields.API_VERSION -> apiVersion = words.word(in);
                case OwnerReferenceFields.CONTROLLER -> controller = in.bool();
                default -> in.skip();
            }
        }
        in.leave(outer);
        return new OwnerReference(apiVersion, kind, name, uid, controller);
    }
}
