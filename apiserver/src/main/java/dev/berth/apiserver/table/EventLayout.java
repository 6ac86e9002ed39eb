package dev.berth.apiserver.table;

import static dev.berth.apiserver.table.Column.text;
import static dev.berth.apiserver.table.Column.wide;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.time.Instant;
import java.util.List;
import java.util.Locale;

/// Events of both API groups.
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
        String time = TableCell.text(event, "eventTime");
        String first = either(event, "firstTimestamp", "deprecatedFirstTimestamp");
        String firstSeen = HumanDuration.since(TableCell.or(first, time), now);
        String last = either(event, "lastTimestamp", "deprecatedLastTimestamp");
        String lastSeen = last.isEmpty() ? firstSeen : HumanDuration.since(last, now);
        long count = Path.of("count").number(event, Path.of("deprecatedCount").number(event, 0));
        Json.Obj series = Path.of("series").object(event);
        if (!series.fields().isEmpty()) {
            lastSeen = HumanDuration.since(TableCell.text(series, "lastObservedTime"), now);
            count = TableCell.number(series, "count");
        }
        Json.Obj about =
                Path.of(Path.of("involvedObject").in(event) ? "involvedObject" : "regarding")
                        .object(event);
        String kind = TableCell.text(about, "kind").toLowerCase(Locale.ROOT);
        String name = TableCell.text(about, "name");
        return TableCell.row(
                lastSeen,
                TableCell.text(event, "type"),
                TableCell.text(event, "reason"),
                name.isEmpty() ? kind : kind + "/" + name,
                TableCell.text(about, "fieldPath"),
                source(event),
                either(event, "message", "note").strip(),
                firstSeen,
                Math.max(count, 1),
                TableCell.name(event));
    }

    private static String source(Json.Obj event) {
        Json.Obj source =
                Path.of(Path.of("source").in(event) ? "source" : "deprecatedSource").object(event);
        String component =
                TableCell.or(
                        TableCell.text(source, "component"),
                        either(event, "reportingComponent", "reportingController"));
        String host =
                TableCell.or(
                        TableCell.text(source, "host"), TableCell.text(event, "reportingInstance"));
        return host.isEmpty() ? component : component + ", " + host;
    }

    private static String either(Json.Obj event, String old, String fresh) {
        return TableCell.or(TableCell.text(event, old), TableCell.text(event, fresh));
    }
}
