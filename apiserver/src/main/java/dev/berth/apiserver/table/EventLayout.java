package dev.berth.apiserver.table;

import static dev.berth.apiserver.table.Column.text;
import static dev.berth.apiserver.table.Column.wide;

import dev.berth.model.json.Json;
import dev.berth.sim.tree.Path;

import java.time.Instant;
import java.util.List;
import java.util.Locale;

/// Events, as the old group writes them or the new one.
final class EventLayout {
    static final Layout LAYOUT =
            new Layout(
                    List.of(
                            text("Last Seen"),
                            text("Type"),
                            text("Reason"),
                            text("Object"),
                            wide("Subobject"),
                            wide("Source"),
                            text("Message"),
                            wide("First Seen"),
                            wide("Count"),
                            new Column("Name", "string", "name", 1)),
                    EventLayout::cells);

    private EventLayout() {}

    private static List<Json> cells(Json.Obj event, Instant now) {
        String time = Cell.text(event, "eventTime");
        String first = either(event, "firstTimestamp", "deprecatedFirstTimestamp");
        String firstSeen = Age.since(Cell.or(first, time), now);
        String last = either(event, "lastTimestamp", "deprecatedLastTimestamp");
        String lastSeen = last.isEmpty() ? firstSeen : Age.since(last, now);
        long count = Path.of("count").number(event, Path.of("deprecatedCount").number(event, 0));
        Json.Obj series = Path.of("series").object(event);
        if (!series.fields().isEmpty()) {
            lastSeen = Age.since(Cell.text(series, "lastObservedTime"), now);
            count = Cell.number(series, "count");
        }
        Json.Obj about =
                Path.of(Path.of("involvedObject").in(event) ? "involvedObject" : "regarding")
                        .object(event);
        String kind = Cell.text(about, "kind").toLowerCase(Locale.ROOT);
        String name = Cell.text(about, "name");
        return Cell.row(
                lastSeen,
                Cell.text(event, "type"),
                Cell.text(event, "reason"),
                name.isEmpty() ? kind : kind + "/" + name,
                Cell.text(about, "fieldPath"),
                source(event),
                either(event, "message", "note").strip(),
                firstSeen,
                Math.max(count, 1),
                Cell.name(event));
    }

    private static String source(Json.Obj event) {
        Json.Obj source =
                Path.of(Path.of("source").in(event) ? "source" : "deprecatedSource").object(event);
        String component =
                Cell.or(
                        Cell.text(source, "component"),
                        either(event, "reportingComponent", "reportingController"));
        String host = Cell.or(Cell.text(source, "host"), Cell.text(event, "reportingInstance"));
        return host.isEmpty() ? component : component + ", " + host;
    }

    private static String either(Json.Obj event, String old, String fresh) {
        return Cell.or(Cell.text(event, old), Cell.text(event, fresh));
    }
}
