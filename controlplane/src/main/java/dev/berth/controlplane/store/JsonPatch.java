package dev.berth.controlplane.store;

import dev.berth.model.json.Json;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Applies JSON patches (RFC 6902). Either all operations apply or none.
final class JsonPatch {
    /// An operation that cannot be applied.
    static final class Impossible extends RuntimeException {
        Impossible(String message) {
            super(message);
        }
    }

    private JsonPatch() {}

    // Parity: `maxJSONPatchOperations`. A small patch must not create a huge object.
    private static final int MAX_OPERATIONS = 10_000;
    private static final long MAX_COPIED = 3L << 20;

    static Json.Obj apply(Json.Obj target, List<Json> operations) {
        if (operations.size() > MAX_OPERATIONS) {
            throw new Impossible(
                    "The allowed maximum operations in a JSON patch is %d, got %d"
                            .formatted(MAX_OPERATIONS, operations.size()));
        }
        Json tree = target;
        long copied = 0;
        for (Json operation : operations) {
            if (operation.textAt("op").equals(Optional.of("copy"))) {
                copied += found(tree, pointer(operation, "from")).bytes().length;
                if (copied > MAX_COPIED) {
                    throw new Impossible(
                            "Unable to complete the copy, the accumulated size increase of copy is %d, exceeding the limit %d"
                                    .formatted(copied, MAX_COPIED));
                }
            }
            tree = apply(tree, operation);
        }
        if (tree instanceof Json.Obj object) {
            return object;
        }
        throw new Impossible("the patch leaves no object");
    }

    private static Json apply(Json tree, Json operation) {
        String kind = operation.textAt("op").orElse("");
        List<String> path = pointer(operation, "path");
        return switch (kind) {
            case "add" -> edit(tree, path, new Add(value(operation)));
            case "remove" -> edit(tree, path, Remove.IT);
            case "replace" -> edit(tree, path, new Replace(value(operation)));
            case "move" -> {
                List<String> from = pointer(operation, "from");
                yield edit(edit(tree, from, Remove.IT), path, new Add(found(tree, from)));
            }
            case "copy" -> edit(tree, path, new Add(found(tree, pointer(operation, "from"))));
            case "test" -> {
                if (!found(tree, path).equals(value(operation))) {
                    throw new Impossible(
                            "testing value /" + String.join("/", path) + " failed: test failed");
                }
                yield tree;
            }
            default -> throw new Impossible("Unexpected kind: " + kind);
        };
    }

    /// The last step of an operation, in an object or in a list.
    private sealed interface Edit {}

    private record Add(Json value) implements Edit {}

    private record Replace(Json value) implements Edit {}

    private record Remove() implements Edit {
        static final Remove IT = new Remove();
    }

    private static Json edit(Json here, List<String> path, Edit edit) {
        if (path.isEmpty()) {
            return switch (edit) {
                case Add(var value) -> value;
                case Replace(var value) -> value;
                case Remove() -> throw new Impossible("the whole object cannot be removed");
            };
        }
        String step = path.getFirst();
        List<String> rest = path.subList(1, path.size());
        return switch (here) {
            case Json.Obj object -> inObject(object, step, rest, edit);
            case Json.Arr(var elements) -> inArray(new ArrayList<>(elements), step, rest, edit);
            case Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> throw missing(step);
        };
    }

    private static Json inObject(Json.Obj object, String name, List<String> rest, Edit edit) {
        Json there = object.fields().get(name);
        if (!rest.isEmpty() || edit instanceof Replace) {
            return object.with(name, edit(present(there, name), rest, edit));
        }
        return switch (edit) {
            case Add(var value) -> object.with(name, value);
            case Replace(var value) -> object.with(name, value);
            case Remove() -> {
                present(there, name);
                yield object.without(name);
            }
        };
    }

    private static Json inArray(List<Json> elements, String step, List<String> rest, Edit edit) {
        boolean adds = rest.isEmpty() && edit instanceof Add;
        int last = adds ? elements.size() : elements.size() - 1;
        int index = step.equals("-") && adds ? last : index(step, last);
        if (!rest.isEmpty() || edit instanceof Replace) {
            elements.set(index, edit(elements.get(index), rest, edit));
        } else if (edit instanceof Add(var value)) {
            elements.add(index, value);
        } else {
            elements.remove(index);
        }
        return new Json.Arr(elements);
    }

    private static int index(String step, int last) {
        try {
            int index = Integer.parseInt(step);
            if (index >= 0 && index <= last) {
                return index;
            }
        } catch (NumberFormatException e) {
            throw missing(step);
        }
        throw missing(step);
    }

    private static Json found(Json tree, List<String> path) {
        return tree.at(path.toArray(String[]::new))
                .orElseThrow(() -> missing(String.join("/", path)));
    }

    private static Json value(Json operation) {
        return present(operation.at("value").orElse(null), "value");
    }

    private static Json present(@Nullable Json value, String name) {
        if (value == null) {
            throw missing(name);
        }
        return value;
    }

    private static Impossible missing(String what) {
        return new Impossible("the server cannot complete the patch: nothing at \"" + what + "\"");
    }

    private static List<String> pointer(Json operation, String field) {
        String text = operation.textAt(field).orElseThrow(() -> missing(field));
        if (text.isEmpty()) {
            return List.of();
        }
        if (!text.startsWith("/")) {
            throw new Impossible("a pointer begins with /, was \"" + text + "\"");
        }
        var steps = new ArrayList<String>();
        for (String step : text.substring(1).split("/", -1)) {
            steps.add(step.replace("~1", "/").replace("~0", "~"));
        }
        return steps;
    }
}
