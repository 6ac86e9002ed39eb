package dev.berth.harness.cases;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Obj;
import dev.berth.model.json.ObjBuilder;

import java.util.List;

/// Random selectors with random devices.
public final class SelectorCases {
    private static final int MUTATED = 12;
    private static final List<String> TOKENS =
            List.of(
                    "", "", "", "&&", "||", "?", ":", ".", ",", "(", ")", "[", "]", "{", "}",
                    " in ", "null", "//c\n", "`", "\"", "'", "1", "u", "0x", "-", "!", "%", "@",
                    "#", "$", " ", "true", "e5", "_", "r'", "b", "\\", "+", "==", "<", ".?", "[?",
                    "device", "x", "\n", "\t", "if", "for", "package", "__x", ".5", "5.", "--",
                    "!!", ";", "as", "\u00e9");

    private SelectorCases() {}

    /// An expression that can be invalid: one or two texts are replaced.
    private static String mutated(SeededRandom random, String expression) {
        String text = expression;
        for (int i = random.between(1, 2); i > 0; i--) {
            int from = random.between(0, text.length());
            int to = Math.min(text.length(), from + random.few(0, 4));
            text = text.substring(0, from) + random.oneOf(TOKENS) + text.substring(to);
        }
        // A half of a code point is no text.
        return text.replaceAll("[\\ud800-\\udfff]", "z");
    }

    /// A case with the fields `expression` and `device`.
    ///
    /// @param declarations the functions that selectors can call
    public static Obj make(List<String> declarations, long seed, long index) {
        SeededRandom random = SeededRandom.of("selector", seed, index);
        String generated = new DeviceSelectorGenerator(random, declarations).selector();
        String expression = random.chance(MUTATED) ? mutated(random, generated) : generated;
        return Obj.builder()
                .put("expression", Json.of(expression))
                .put("device", device(random))
                .build();
    }

    private static Obj device(SeededRandom random) {
        boolean isFaulty = random.chance(1);
        var attributes = Obj.builder();
        if (random.chance(90)) {
            attributes.put("i", Obj.of("int", Json.of(random.between(-1, 4))));
        }
        if (random.chance(90)) {
            attributes.put(
                    random.chance(50) ? "s" : "d.io/s",
                    Obj.of("string", Json.of(random.oneOf("abc", "", "1.2.3", "ü", "10Gi"))));
        }
        if (random.chance(90)) {
            attributes.put("b", Obj.of("bool", Json.of(random.chance(50))));
        }
        if (random.chance(90)) {
            String version =
                    random.chance(99) || isFaulty
                            ? random.oneOf("1.2.3", "1.2.3+b", "2.0.0-a")
                            : "1.2";
            attributes.put("v", Obj.of("version", Json.of(version)));
        }
        attributes.put("one/i", Obj.of("int", Json.of(1)));
        if (random.chance(80)) {
            addLists(isFaulty, attributes);
        }
        var capacity = Obj.builder();
        capacity.put("m", Json.of(random.oneOf("10Gi", "1500m", "0", "3")));
        if (random.chance(70)) {
            capacity.put("x.org/n", Json.of(random.oneOf("1", "1k", "0.5")));
        }
        return Obj.builder()
                .put("driver", Json.of("d.io"))
                .put("attributes", attributes.build())
                .put("capacity", capacity.build())
                .put("allowMultipleAllocations", Json.of(random.chance(50)))
                .build();
    }

    private static void addLists(boolean isFaulty, ObjBuilder attributes) {
        attributes.put("x.org/li", Obj.of("ints", Json.arr(Json.of(1), Json.of(2), Json.of(2))));
        attributes.put("x.org/ls", Obj.of("strings", Json.arr(Json.of("a"), Json.of("abc"))));
        attributes.put("x.org/lb", Obj.of("bools", Json.arr(Json.of(true), Json.of(false))));
        attributes.put("x.org/lv", Obj.of("versions", Json.arr(Json.of("1.0.0"))));
        if (isFaulty) {
            attributes.put("x.org/empty", Obj.EMPTY);
        }
    }
}
