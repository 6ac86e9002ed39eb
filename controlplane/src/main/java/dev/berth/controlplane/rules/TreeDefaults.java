package dev.berth.controlplane.rules;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// Fills what nobody said into trees.
final class TreeDefaults {
    private TreeDefaults() {}

    /// The tree with one of its lists changed element by element; the same tree if there is none.
    static Json.Obj each(Json.Obj tree, Path list, UnaryOperator<Json.Obj> change) {
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

    /// The tree with the object at a place changed; the same tree if there is none.
    static Json.Obj at(Json.Obj tree, Path place, UnaryOperator<Json.Obj> change) {
        return place.in(tree) ? place.set(tree, change.apply(place.object(tree))) : tree;
    }

    static Json.Obj unset(Json.Obj tree, String name, String value) {
        return tree.fields().containsKey(name) ? tree : tree.with(name, value);
    }

    static Json.Obj unset(Json.Obj tree, String name, long value) {
        return tree.fields().containsKey(name) ? tree : tree.with(name, value);
    }

    static Json.Obj unset(Json.Obj tree, String name, boolean value) {
        return tree.fields().containsKey(name) ? tree : tree.with(name, value);
    }

    static Json.Obj unset(Json.Obj tree, String name, Json value) {
        return tree.fields().containsKey(name) ? tree : tree.with(name, value);
    }
}
