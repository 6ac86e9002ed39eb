package dev.berth.controlplane.defaults;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// Adds default values to objects in their JSON form. Every method returns the same tree if there
/// is nothing to add.
public final class TreeDefaults {
    private TreeDefaults() {}

    /// Applies `change` to each element of the list at `list`.
    public static Json.Obj each(Json.Obj tree, Path list, UnaryOperator<Json.Obj> change) {
        List<Json> before = list.items(tree);
        if (before.isEmpty()) {
            return tree;
        }
        var after = new ArrayList<Json>(before.size());
        for (Json element : before) {
            after.add(element instanceof Json.Obj object ? change.apply(object) : element);
        }
        return list.set(tree, new Json.Arr(after));
    }

    /// Applies `change` to the object at `place`.
    public static Json.Obj at(Json.Obj tree, Path place, UnaryOperator<Json.Obj> change) {
        return place.in(tree) ? place.set(tree, change.apply(place.object(tree))) : tree;
    }

    /// Sets the field `name` if it is absent.
    public static Json.Obj setIfAbsent(Json.Obj tree, String name, String value) {
        return tree.fields().containsKey(name) ? tree : tree.with(name, value);
    }

    public static Json.Obj setIfAbsent(Json.Obj tree, String name, long value) {
        return tree.fields().containsKey(name) ? tree : tree.with(name, value);
    }

    public static Json.Obj setIfAbsent(Json.Obj tree, String name, boolean value) {
        return tree.fields().containsKey(name) ? tree : tree.with(name, value);
    }

    public static Json.Obj setIfAbsent(Json.Obj tree, String name, Json value) {
        return tree.fields().containsKey(name) ? tree : tree.with(name, value);
    }
}
