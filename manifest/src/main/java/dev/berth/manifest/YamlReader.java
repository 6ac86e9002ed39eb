package dev.berth.manifest;

import dev.berth.model.MessageText;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonPath;
import dev.berth.model.json.JsonPath.Step;

import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.DocumentEndEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.events.StreamEndEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// Reads the documents of a YAML text as JSON, or finds the position of a value.
///
/// Aliases share the value of their anchor, so they use no memory. The expanded size is limited
/// nevertheless, because readers of the result visit all of it.
final class YamlReader {
    private static final String MERGE = "tag:yaml.org,2002:merge";
    private static final int MAX_DEPTH = 500;

    /// The depth of the items in a list.
    private static final int SHALLOW = 2;

    private static final int FEW_ALIASED = 100;
    private static final int FEW = 1_000;
    private static final double MANY = 400_000;
    private static final double TOO_MANY = 4_000_000;
    private static final LoadSettings SETTINGS =
            LoadSettings.builder().setCodePointLimit(Integer.MAX_VALUE).setUseMarks(true).build();

    /// The value of an anchor.
    ///
    /// @param size the number of values in it, with aliases expanded
    /// @param height its depth
    private record Anchored(Json value, Optional<YamlScalar> scalar, long size, int height) {}

    private final String file;
    private final String text;
    private final Iterator<Event> events;
    private Event event;

    /// The current path in the document.
    private final List<Step> path = new ArrayList<>();

    /// The anchors by name; empty while the value of the anchor is being read.
    private final Map<String, Optional<Anchored>> anchors = new HashMap<>();

    /// The number of values in this document so far with aliases expanded, and the number of those
    /// that come from aliases.
    private long values;

    private long aliased;

    /// The depth of the last value.
    private int height;

    /// The positions of the documents and of the items in their lists, by document.
    private final List<Map<JsonPath, Position>> shallow = new ArrayList<>();

    private @Nullable JsonPath wanted;
    private Position found = new Position(1, 1);
    private Position reached = new Position(1, 1);

    YamlReader(String file, String text) {
        this.file = file;
        this.text = text;
        this.events = new ParserImpl(SETTINGS, new StreamReader(SETTINGS, text));
        this.event = take();
    }

    /// All documents; an empty document is `null`.
    List<Json> documents() {
        var documents = new ArrayList<Json>();
        while (!(event instanceof StreamEndEvent)) {
            if (event instanceof DocumentStartEvent) {
                documents.add(document());
            } else {
                advance();
            }
        }
        return documents;
    }

    /// The positions of the documents and of the items in their lists, by document. They are known
    /// after [#documents].
    List<Map<JsonPath, Position>> shallowPositions() {
        return shallow;
    }

    /// The position of the value at a path, or of the innermost value on the path.
    Position position(int document, JsonPath path) {
        int number = 0;
        while (!(event instanceof StreamEndEvent)) {
            if (event instanceof DocumentStartEvent) {
                wanted = number == document ? path : null;
                document();
                if (number++ == document) {
                    return found;
                }
            } else {
                advance();
            }
        }
        return found;
    }

    private Json document() {
        anchors.clear();
        shallow.add(new HashMap<>());
        values = 0;
        aliased = 0;
        advance();
        return event instanceof DocumentEndEvent ? Json.Null.NULL : value();
    }

    private Json value() {
        see();
        values++;
        return switch (event) {
            case AliasEvent alias -> alias(alias).value();
            case ScalarEvent scalar -> {
                YamlScalar resolved = scalar(scalar);
                Json value =
                        resolved.json()
                                .orElseThrow(() ->
                                        problem(scalar, quoted(scalar) + " is no JSON number"));
                height = 0;
                keep(scalar, new Anchored(value, Optional.of(resolved), 1, 0));
                advance();
                yield value;
            }
            case SequenceStartEvent start -> collection(start);
            case MappingStartEvent start -> collection(start);
            default -> throw problem(event, "unexpected " + event.getEventId());
        };
    }

    private Json collection(NodeEvent start) {
        if (path.size() >= MAX_DEPTH) {
            throw tooDeep(start);
        }
        long before = values;
        start.getAnchor().ifPresent(anchor -> anchors.put(anchor.getValue(), Optional.empty()));
        advance();
        height = 0;
        Json value = start instanceof SequenceStartEvent ? sequence() : mapping();
        height++;
        keep(start, new Anchored(value, Optional.empty(), values - before + 1, height));
        advance();
        return value;
    }

    private void keep(NodeEvent node, Anchored what) {
        node.getAnchor().ifPresent(anchor -> anchors.put(anchor.getValue(), Optional.of(what)));
    }

    private Json sequence() {
        var elements = new ArrayList<Json>();
        int highest = 0;
        while (!(event instanceof CollectionEndEvent)) {
            path.add(new Step.Index(elements.size()));
            elements.add(value());
            path.removeLast();
            highest = Math.max(highest, height);
        }
        height = highest;
        return elements.isEmpty() ? Json.Arr.EMPTY : new Json.Arr(elements);
    }

    private Json mapping() {
        var fields = new LinkedHashMap<String, Json>();
        var own = new HashSet<String>();
        int highest = 0;
        while (!(event instanceof CollectionEndEvent)) {
            if (isMerge(event)) {
                merge(fields);
            } else {
                field(fields, own);
            }
            highest = Math.max(highest, height);
        }
        height = highest;
        return fields.isEmpty() ? Json.Obj.EMPTY : new Json.Obj(fields);
    }

    private void field(Map<String, Json> fields, Set<String> own) {
        Event key = event;
        String name = name();
        path.add(new Step.Name(name));
        if (!own.add(name)) {
            throw problem(key, "is a duplicate key");
        }
        fields.put(name, value());
        path.removeLast();
    }

    private String name() {
        Event key = event;
        values++;
        YamlScalar scalar =
                switch (key) {
                    case AliasEvent alias ->
                            alias(alias)
                                    .scalar()
                                    .orElseThrow(
                                            () -> problem(key, "a list or map cannot be a key"));
                    case ScalarEvent plain -> {
                        YamlScalar resolved = scalar(plain);
                        Json value = resolved.json().orElse(Json.Null.NULL);
                        keep(plain, new Anchored(value, Optional.of(resolved), 1, 0));
                        advance();
                        yield resolved;
                    }
                    default -> throw problem(key, "a list or map cannot be a key");
                };
        return scalar.name().orElseThrow(() -> problem(key, "this value cannot be a key"));
    }

    private static boolean isMerge(Event key) {
        return key instanceof ScalarEvent scalar
                && scalar.getValue().equals("<<")
                && (scalar.isPlain() || scalar.getTag().isPresent())
                && scalar.getTag().orElse(MERGE).equals(MERGE);
    }

    // Parity: merged keys replace the keys before them, and do not only add missing ones.
    private void merge(Map<String, Json> fields) {
        Event key = event;
        advance();
        path.add(new Step.Name("<<"));
        boolean several = event instanceof SequenceStartEvent;
        switch (value()) {
            case Json.Obj(var merged) -> fields.putAll(merged);
            case Json.Arr(var merged) when several -> {
                for (Json one : merged.reversed()) {
                    if (!(one instanceof Json.Obj(var inner))) {
                        throw problem(key, "is not a list of maps");
                    }
                    fields.putAll(inner);
                }
            }
            case Json.Arr _, Json.Str _, Json.Num _, Json.Bool _, Json.Null _ ->
                    throw problem(key, "is neither a map nor a list of maps");
        }
        path.removeLast();
    }

    private YamlScalar scalar(ScalarEvent scalar) {
        // Only escapes can result in an unpaired surrogate.
        if (scalar.isDQuoted()
                && !StandardCharsets.UTF_8.newEncoder().canEncode(scalar.getValue())) {
            throw problem(scalar, "half of a surrogate pair");
        }
        String tag = scalar.getTag().orElse("");
        if (tag.isEmpty() || tag.equals("!")) {
            return scalar.isPlain() && tag.isEmpty()
                    ? YamlScalar.of(scalar.getValue())
                    : new YamlScalar.Text(block(scalar));
        }
        return YamlScalar.of(block(scalar), tag)
                .orElseThrow(() ->
                        problem(scalar, quoted(scalar) + " is not a " + MessageText.plain(tag)));
    }

    /// The parser adds a line break to a block scalar at the end of the text; this method removes
    /// it.
    private String block(ScalarEvent scalar) {
        String value = scalar.getValue();
        boolean added =
                (scalar.isLiteral() || scalar.isFolded())
                        && value.endsWith("\n")
                        && !text.endsWith("\n")
                        && !text.endsWith("\r")
                        && scalar.getEndMark().map(Mark::getIndex).orElse(0)
                                >= text.codePointCount(0, text.length());
        return added ? value.substring(0, value.length() - 1) : value;
    }

    private Anchored alias(AliasEvent alias) {
        String name = alias.getAlias().getValue();
        Optional<Anchored> known = anchors.get(name);
        if (known == null) {
            throw problem(alias, "unknown anchor " + MessageText.quoted(name));
        }
        Anchored anchored =
                known.orElseThrow(() ->
                        problem(alias, "anchor " + MessageText.quoted(name) + " contains itself"));
        if (path.size() + anchored.height() > MAX_DEPTH) {
            throw tooDeep(alias);
        }
        values += anchored.size();
        aliased += anchored.size();
        if (aliased > FEW_ALIASED && values > FEW && aliased > allowed(values) * values) {
            throw problem(alias, "too much of the document comes from aliases");
        }
        height = anchored.height();
        advance();
        return anchored;
    }

    /// The share of a document that can come from aliases: nearly all of a small document, and
    /// little of a large one.
    private static double allowed(long values) {
        double share = Math.clamp((values - MANY) / (TOO_MANY - MANY), 0, 1);
        return 0.99 - 0.89 * share;
    }

    private void see() {
        if (path.size() <= SHALLOW) {
            shallow.getLast().put(new JsonPath(List.copyOf(path)), position(event));
        }
        JsonPath target = wanted;
        if (target != null
                && path.size() <= target.steps().size()
                && path.equals(target.steps().subList(0, path.size()))) {
            found = position(event);
        }
    }

    private void advance() {
        event = take();
    }

    private Event take() {
        try {
            Event next = events.next();
            reached = next.getEndMark().map(YamlReader::position).orElse(reached);
            return next;
        } catch (MarkedYamlEngineException e) {
            String context = Objects.requireNonNullElse(e.getContext(), "");
            throw ManifestException.of(
                    file,
                    e.getProblemMark()
                            .or(e::getContextMark)
                            .map(YamlReader::position)
                            .orElse(reached),
                    (e.getProblem() + " " + context).strip());
        } catch (ReaderException e) {
            int offset = text.offsetByCodePoints(0, e.getPosition());
            throw ManifestException.of(
                    file,
                    Position.of(text, offset),
                    String.format("character U+%04X is not allowed", e.getCodePoint()));
        } catch (YamlEngineException | IllegalArgumentException e) {
            // The parser fails on some invalid escapes.
            throw ManifestException.of(file, reached, "not YAML");
        }
    }

    private ManifestException tooDeep(Event where) {
        return ManifestException.of(file, position(where), "nested deeper than " + MAX_DEPTH);
    }

    private ManifestException problem(Event where, String problem) {
        return ManifestException.of(file, position(where), new JsonPath(path), problem);
    }

    private static String quoted(ScalarEvent scalar) {
        return MessageText.quoted(scalar.getValue());
    }

    private static Position position(Event event) {
        return event.getStartMark().map(YamlReader::position).orElse(new Position(1, 1));
    }

    private static Position position(Mark mark) {
        return new Position(mark.getLine() + 1, mark.getColumn() + 1);
    }
}
