package dev.berth.controlplane.store;

import dev.berth.controlplane.schema.Schema;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/// Applies strategic merge patches. The schema of the kind defines the merge keys of lists.
final class StrategicMergePatch {
    private static final String DIRECTIVE = "$patch";
    private static final String ORDER = "$setElementOrder/";
    private static final String REMOVE = "$deleteFromPrimitiveList/";
    private static final String RETAIN = "$retainKeys";

    private StrategicMergePatch() {}

    /// @param schema the schema of the object, or null if its kind is not built in
    static Json.Obj merge(@Nullable Schema schema, Json.Obj target, Json.Obj change) {
        if (directive(change).equals("replace")) {
            return change.without(DIRECTIVE);
        }
        Json.Obj merged = target;
        for (var field : change.fields().entrySet()) {
            String name = field.getKey();
            Json before = merged.fields().get(name);
            if (name.startsWith(REMOVE)) {
                merged = removed(merged, name.substring(REMOVE.length()), field.getValue());
            } else if (!name.equals(DIRECTIVE) && !name.equals(RETAIN) && !name.startsWith(ORDER)) {
                merged =
                        switch (field.getValue()) {
                            case Json.Null() -> merged.without(name);
                            case Json.Obj inner ->
                                    object(below(schema, name), merged, name, before, inner);
                            case Json.Arr(var items) ->
                                    merged.with(
                                            name,
                                            array(
                                                    field(schema, name),
                                                    name,
                                                    before,
                                                    items,
                                                    change));
                            case Json value -> merged.with(name, value);
                        };
            }
        }
        return retained(merged, change);
    }

    private static Json.Obj object(
            @Nullable Schema schema,
            Json.Obj merged,
            String name,
            @Nullable Json before,
            Json.Obj inner) {
        if (directive(inner).equals("delete")) {
            return merged.without(name);
        }
        return merged.with(
                name,
                merge(schema, before instanceof Json.Obj there ? there : Json.Obj.EMPTY, inner));
    }

    private static Json array(
            Schema.@Nullable Field field,
            String name,
            @Nullable Json before,
            List<Json> items,
            Json.Obj change) {
        List<Json> there = before instanceof Json.Arr(var elements) ? elements : List.of();
        String key = field == null || !field.merged() ? "" : field.mergeKey();
        if (items.stream().anyMatch(item -> directive(item).equals("replace"))) {
            return new Json.Arr(items.stream().filter(item -> directive(item).isEmpty()).toList());
        }
        if (field != null && field.merged() && key.isEmpty()) {
            var union = new ArrayList<>(there);
            items.stream().filter(item -> !union.contains(item)).forEach(union::add);
            List<Json> order = Path.of(ORDER + name).items(change);
            return new Json.Arr(ordered(union, there, order.isEmpty() ? items : order, ""));
        }
        if (key.isEmpty() || !items.stream().allMatch(item -> field(item, key) != null)) {
            return new Json.Arr(items);
        }
        List<Json> order = Path.of(ORDER + name).items(change);
        return new Json.Arr(
                ordered(
                        keyed(element(field), key, there, items),
                        there,
                        order.isEmpty() ? items : order,
                        key));
    }

    private static List<Json> keyed(
            @Nullable Schema schema, String key, List<Json> there, List<Json> items) {
        var merged = new ArrayList<>(there);
        for (Json item : items) {
            int at = indexOf(merged, key, item);
            if (directive(item).equals("delete")) {
                if (at >= 0) {
                    merged.remove(at);
                }
            } else if (at < 0) {
                merged.add(merge(schema, Json.Obj.EMPTY, (Json.Obj) item));
            } else if (merged.get(at) instanceof Json.Obj old) {
                merged.set(at, merge(schema, old, (Json.Obj) item));
            }
        }
        return merged;
    }

    /// Orders the elements of a merged list. The elements in `order` have the order of the patch,
    /// and the others keep theirs.
    private static List<Json> ordered(
            List<Json> elements, List<Json> before, List<Json> order, String key) {
        var named = new ArrayList<Json>();
        for (Json mark : order) {
            int at = indexOf(elements, key, mark);
            if (at >= 0) {
                named.add(elements.get(at));
            }
        }
        var rest = new ArrayList<>(elements);
        rest.removeAll(named);
        var sorted = new ArrayList<Json>(elements.size());
        int next = 0;
        for (Json other : rest) {
            int place = indexOf(before, key, other);
            while (next < named.size() && indexOf(before, key, named.get(next)) < place) {
                sorted.add(named.get(next++));
            }
            sorted.add(other);
        }
        sorted.addAll(named.subList(next, named.size()));
        return sorted;
    }

    private static int indexOf(List<Json> elements, String key, Json like) {
        Json value = key.isEmpty() ? like : field(like, key);
        for (int i = 0; i < elements.size(); i++) {
            Json other = key.isEmpty() ? elements.get(i) : field(elements.get(i), key);
            if (value != null && value.equals(other)) {
                return i;
            }
        }
        return -1;
    }

    private static Json.Obj removed(Json.Obj object, String name, Json values) {
        if (!(object.fields().get(name) instanceof Json.Arr(var there))
                || !(values instanceof Json.Arr(var gone))) {
            return object;
        }
        return object.with(
                name, new Json.Arr(there.stream().filter(item -> !gone.contains(item)).toList()));
    }

    private static Json.Obj retained(Json.Obj object, Json.Obj change) {
        if (!(change.fields().get(RETAIN) instanceof Json.Arr(var names))) {
            return object;
        }
        Json.Obj less = object;
        for (String name : object.fields().keySet()) {
            less = names.contains(Json.of(name)) ? less : less.without(name);
        }
        return less;
    }

    private static Schema.@Nullable Field field(@Nullable Schema schema, String name) {
        return schema != null && schema.resolved() instanceof Schema.Struct struct
                ? struct.field(name).orElse(null)
                : null;
    }

    private static @Nullable Schema below(@Nullable Schema schema, String name) {
        Schema.Field field = field(schema, name);
        return field == null ? null : field.schema().resolved();
    }

    private static @Nullable Schema element(Schema.@Nullable Field field) {
        return field != null && field.schema().resolved() instanceof Schema.Items(var element)
                ? element.resolved()
                : null;
    }

    private static String directive(Json value) {
        return field(value, DIRECTIVE) instanceof Json.Str(var text) ? text : "";
    }

    private static @Nullable Json field(Json value, String name) {
        return value instanceof Json.Obj(var fields) ? fields.get(name) : null;
    }
}
