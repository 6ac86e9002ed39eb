package dev.berth.controlplane.store;

import dev.berth.model.json.Json;

/// JSON merge patches.
public final class MergePatch {
    private MergePatch() {}

    public static Json.Obj merge(Json.Obj target, Json.Obj change) {
        Json.Obj merged = target;
        for (var field : change.fields().entrySet()) {
            String name = field.getKey();
            Json before = merged.fields().get(name);
            merged =
                    switch (field.getValue()) {
                        case Json.Null() -> merged.without(name);
                        case Json.Obj inner -> {
                            Json.Obj there =
                                    before instanceof Json.Obj object ? object : Json.Obj.EMPTY;
                            yield merged.with(name, merge(there, inner));
                        }
                        case Json value -> merged.with(name, value);
                    };
        }
        return merged;
    }
}
