package dev.berth.apiserver.table;

import dev.berth.model.json.Json;

import java.time.Instant;
import java.util.List;

/// The table layout of one kind: its columns, and a cell for each of them.
public record Layout(List<Column> columns, Cells cells) {
    public Layout {
        columns = List.copyOf(columns);
    }

    /// Returns the cells of an object.
    @FunctionalInterface
    public interface Cells {
        List<Json> of(Json.Obj object, Instant now);
    }

    /// The layout of kinds without their own.
    static final Layout PLAIN =
            new Layout(
                    List.of(Column.NAME, Column.text("Age")),
                    (object, now) -> List.of(TableCell.name(object), TableCell.age(object, now)));
}
