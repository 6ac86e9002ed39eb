package dev.berth.controlplane.store;

import dev.berth.model.json.Json;

/// The approximate size of an object in bytes. Parts that objects share count for each of them.
final class TreeSize {
    private static final int NODE = 24;
    private static final int ENTRY = 40;

    private TreeSize() {}

    static int of(Json tree) {
        return switch (tree) {
            case Json.Str(var text) -> NODE + text.length();
            case Json.Num(var literal) -> NODE + literal.length();
            case Json.Bool _ -> 0;
            case Json.Null _ -> 0;
            case Json.Arr(var elements) -> {
                int sum = NODE;
                for (Json element : elements) {
                    sum += ENTRY + of(element);
                }
                yield sum;
            }
            case Json.Obj(var fields) -> {
                int sum = NODE;
                for (Json value : fields.values()) {
                    sum += ENTRY + of(value);
                }
                yield sum;
            }
        };
    }
}
