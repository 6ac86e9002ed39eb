package dev.berth.apiserver.table;

import dev.berth.model.json.Json;

import java.time.Instant;
import java.util.List;

/// How objects of one kind are shown: columns, and a cell for each of them.
public record Layout(List<Column> columns, Cells cells) {
    public Layout {
        columns = List.copyOf(columns);
    }

    /// What an object has to show in each column.
    @FunctionalInterface
    public interface Cells {
        List<Json> of(Json.Obj object, Instant now);
    }

    /// For kinds of which nothing else is known.
    static final Layout PLAIN =
            new Layout(
                    List.of(Column.NAME, Column.text("Age")),
                    (object, now) -> List.of(TableCell.name(object), TableCell.age(object, now)));
}
