package dev.berth.sim.controller;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.model.json.Json;

import java.util.Map;
import java.util.TreeMap;

/// A short hash that identifies a pod template of a workload (upstream: `pod-template-hash`). It
/// does not depend on the order of fields.
final class TemplateHash {
    static final String LABEL = "pod-template-hash";

    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";
    private static final int OFFSET = 0x811c9dc5;
    private static final int PRIME = 0x01000193;

    private TemplateHash() {}

    /// @param collisions the number of earlier hash collisions
    static String of(Json.Obj template, long collisions) {
        int hash = OFFSET;
        for (byte each : (ordered(template).text() + "#" + collisions).getBytes(UTF_8)) {
            hash = (hash ^ (each & 0xff)) * PRIME;
        }
        var word = new StringBuilder();
        for (char digit : Integer.toUnsignedString(hash).toCharArray()) {
            word.append(LETTERS.charAt(digit % LETTERS.length()));
        }
        return word.toString();
    }

    private static Json ordered(Json value) {
        return switch (value) {
            case Json.Obj(var fields) -> {
                Map<String, Json> sorted = new TreeMap<>();
                fields.forEach((name, each) -> sorted.put(name, ordered(each)));
                yield new Json.Obj(sorted);
            }
            case Json.Arr(var elements) ->
                    new Json.Arr(elements.stream().map(TemplateHash::ordered).toList());
            case Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> value;
        };
    }
}
