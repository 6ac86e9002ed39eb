package dev.berth.kubeclient.wire;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.json.Json;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Decodes an object without the fields that cannot be decoded, so that one invalid field does not
/// hide a pod that occupies a node.
///
/// Each field of a message is decoded alone. A field that fails is entered if it is a message, and
/// left out otherwise. A field that is cut off ends with its message.
final class ReadableParts {
    private static final int MAX_DEPTH = 32;

    /// Decodes an object from some of its fields.
    ///
    /// @param <F> the fields
    @FunctionalInterface
    interface Reader<F> {
        KubeObject read(F fields) throws IOException;
    }

    private ReadableParts() {}

    /// @throws UnreadableException if the name is not among the fields that can be decoded
    static WireFormat.Seen of(Kind kind, ProtoReader in, Reader<ProtoReader> reader, Exception why)
            throws UnreadableException {
        var parts = new Protobuf(reader);
        ProtoWriter kept = parts.of(in.bytes(), in.at(), in.end());
        return seen(read(reader, kept.reader()), Optional.empty(), kind, why);
    }

    /// @throws UnreadableException if the name is not among the fields that can be decoded
    static WireFormat.Seen of(
            Kind kind,
            Json.Obj object,
            Optional<Json.Obj> whole,
            Reader<Json.Obj> reader,
            Exception why)
            throws UnreadableException {
        Json.Obj kept = new JsonParts(reader).of(object);
        return seen(read(reader, kept), whole, kind, why);
    }

    private static WireFormat.Seen seen(
            Optional<KubeObject> object, Optional<Json.Obj> whole, Kind kind, Exception why)
            throws UnreadableException {
        var problem = new UnreadableException(why);
        KubeObject found = object.orElseThrow(() -> problem);
        if (found.meta().name().isEmpty() || !found.kind().equals(kind)) {
            throw problem;
        }
        String text = String.valueOf(problem.getMessage());
        return new WireFormat.Seen(IncompleteObjects.marked(found, text), whole, text);
    }

    private static <F> Optional<KubeObject> read(Reader<F> reader, F fields) {
        try {
            return Optional.of(reader.read(fields));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    /// Fields of a protobuf message.
    private static final class Protobuf {
        private final Reader<ProtoReader> reader;

        /// The numbers of the fields that contain the present message.
        private final List<Integer> path = new ArrayList<>();

        Protobuf(Reader<ProtoReader> reader) {
            this.reader = reader;
        }

        ProtoWriter of(byte[] bytes, int from, int to) {
            var kept = new ProtoWriter();
            var in = new ProtoReader(bytes, from, to);
            try {
                for (int field = in.field(); field != 0; field = in.field()) {
                    if (in.isBytes()) {
                        int start = in.contentStart();
                        int end = Math.min(to, Math.max(start, in.contentEnd(start)));
                        var content = new ProtoWriter().raw(bytes, start, end);
                        keep(kept, field, content);
                        in.over(bytes, end, to);
                    } else {
                        in.skip();
                        var scalar = new ProtoWriter().raw(bytes, in.fieldStart(), in.at());
                        if (reads(scalar)) {
                            kept.raw(scalar.buffer(), 0, scalar.size());
                        }
                    }
                }
            } catch (IOException malformed) {
                // The rest of the message has no fields.
            }
            return kept;
        }

        private void keep(ProtoWriter kept, int field, ProtoWriter content) {
            if (reads(message(field, content))) {
                append(kept, field, content);
            } else if (path.size() < MAX_DEPTH && reads(message(field, new ProtoWriter()))) {
                path.add(field);
                ProtoWriter inner = of(content.buffer(), 0, content.size());
                path.removeLast();
                if (!inner.isEmpty()) {
                    append(kept, field, inner);
                }
            }
        }

        /// Whether an object that contains only this can be decoded.
        private boolean reads(ProtoWriter fields) {
            ProtoWriter outer = fields;
            for (int field : path.reversed()) {
                outer = message(field, outer);
            }
            return ReadableParts.read(reader, outer.reader()).isPresent();
        }

        private static ProtoWriter message(int field, ProtoWriter content) {
            var message = new ProtoWriter();
            append(message, field, content);
            return message;
        }

        private static void append(ProtoWriter out, int field, ProtoWriter content) {
            int start = out.begin(field);
            out.raw(content.buffer(), 0, content.size()).end(start);
        }
    }

    /// Fields of a JSON object.
    private static final class JsonParts {
        private final Reader<Json.Obj> reader;

        JsonParts(Reader<Json.Obj> reader) {
            this.reader = reader;
        }

        Json.Obj of(Json.Obj object) {
            return fields(object, Enclosing.NOTHING, 0);
        }

        /// The objects and lists around the present value.
        @FunctionalInterface
        private interface Enclosing {
            Enclosing NOTHING = value -> (Json.Obj) value;

            Json.Obj around(Json value);
        }

        private Json.Obj fields(Json.Obj object, Enclosing outer, int depth) {
            var kept = Json.Obj.builder();
            for (var field : object.fields().entrySet()) {
                String name = field.getKey();
                Enclosing inner = value -> outer.around(Json.Obj.EMPTY.with(name, value));
                part(field.getValue(), inner, depth).ifPresent(value -> kept.put(name, value));
            }
            return kept.build();
        }

        private Optional<Json> part(Json value, Enclosing outer, int depth) {
            if (reads(outer.around(value))) {
                return Optional.of(value);
            }
            if (depth == MAX_DEPTH) {
                return Optional.empty();
            }
            return switch (value) {
                case Json.Obj object ->
                        Optional.<Json>of(fields(object, outer, depth + 1))
                                .filter(kept -> reads(outer.around(kept)));
                case Json.Arr(var elements) ->
                        Optional.<Json>of(elements(elements, outer, depth + 1))
                                .filter(kept -> reads(outer.around(kept)));
                case Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> Optional.empty();
            };
        }

        private Json.Arr elements(List<Json> elements, Enclosing outer, int depth) {
            var kept = new ArrayList<Json>();
            Enclosing inner = element -> outer.around(new Json.Arr(List.of(element)));
            elements.forEach(element -> part(element, inner, depth).ifPresent(kept::add));
            return new Json.Arr(kept);
        }

        /// Whether an object that contains only this can be decoded.
        private boolean reads(Json.Obj fields) {
            return ReadableParts.read(reader, fields).isPresent();
        }
    }
}
