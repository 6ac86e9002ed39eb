package dev.berth.harness.cases;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/// Generates macros of a wanted type.
final class MacroGenerator {
    private static final ValueType ENTRY = ValueType.map(ValueType.STRING, ValueType.INT);

    private final SeededRandom random;
    private final BiFunction<ValueType, String, String> expression;
    private final Supplier<ValueType> any;

    MacroGenerator(
            SeededRandom random,
            BiFunction<ValueType, String, String> expression,
            Supplier<ValueType> any) {
        this.random = random;
        this.expression = expression;
        this.any = any;
    }

    String macro(ValueType type, String function, DeviceSelectorGenerator generator) {
        return switch (type.name()) {
            case "bool" -> random.chance(70) ? quantifier(generator) : bind(type, generator);
            case "list" -> random.chance(80) ? list(type, generator) : bind(type, generator);
            case "map" -> map(type, generator);
            case "optional_type" -> optional(type, generator);
            default -> random.chance(60) ? bind(type, generator) : generator.call(type);
        };
    }

    private String name() {
        return random.oneOf("x", "y", "v", "i");
    }

    private String range(ValueType element) {
        if (random.chance(20)) {
            return "device.attributes[\"x.org\"]." + random.oneOf("li", "ls", "lb", "lv", "no");
        }
        return expression.apply(ValueType.list(element), "");
    }

    private String quantifier(DeviceSelectorGenerator generator) {
        String name = name();
        boolean isMap = random.chance(15);
        ValueType element = isMap ? ValueType.STRING : any.get();
        String target = isMap ? expression.apply(ENTRY, "") : range(element);
        if (random.chance(25)) {
            List<ValueType> types =
                    isMap ? List.of(element, ValueType.INT) : List.of(ValueType.INT, element);
            return target
                    + random.oneOf(".all(", ".exists(", ".existsOne(", ".exists_one(")
                    + "k, "
                    + name
                    + ", "
                    + generator.within(List.of("k", name), types, ValueType.BOOL)
                    + ")";
        }
        return target
                + random.oneOf(".all(", ".exists(", ".existsOne(", ".exists_one(")
                + name
                + ", "
                + generator.within(List.of(name), List.of(element), ValueType.BOOL)
                + ")";
    }

    private String bind(ValueType type, DeviceSelectorGenerator generator) {
        String name = name();
        ValueType bound = random.chance(20) ? ValueType.DYN : any.get();
        return "cel.bind("
                + name
                + ", "
                + expression.apply(bound, "")
                + ", "
                + generator.within(List.of(name), List.of(bound), type)
                + ")";
    }

    private String list(ValueType type, DeviceSelectorGenerator generator) {
        ValueType wanted = type.parameters().get(0);
        String name = name();
        ValueType element = random.chance(50) ? wanted : any.get();
        List<String> names = List.of(name);
        List<ValueType> types = List.of(element);
        String filter =
                random.chance(40) ? generator.within(names, types, ValueType.BOOL) + ", " : "";
        return switch (random.between(0, 4)) {
            case 0 ->
                    range(wanted)
                            + ".filter("
                            + name
                            + ", "
                            + generator.within(names, List.of(wanted), ValueType.BOOL)
                            + ")";
            case 1 ->
                    range(wanted)
                            + ".sortBy("
                            + name
                            + ", "
                            + generator.within(
                                    names,
                                    List.of(wanted),
                                    random.chance(80) ? ValueType.INT : any.get())
                            + ")";
            case 2 ->
                    range(element)
                            + ".transformList(k, "
                            + name
                            + ", "
                            + (filter.isEmpty() ? "" : "k >= 0, ")
                            + generator.within(
                                    List.of("k", name), List.of(ValueType.INT, element), wanted)
                            + ")";
            default ->
                    range(element)
                            + ".map("
                            + name
                            + ", "
                            + filter
                            + generator.within(names, types, wanted)
                            + ")";
        };
    }

    private String map(ValueType type, DeviceSelectorGenerator generator) {
        ValueType key = type.parameters().get(0);
        ValueType value = type.parameters().get(1);
        String filter = random.chance(30) ? "v != null, " : "";
        List<String> names = List.of("k", "v");
        if (key.name().equals("int") && random.chance(60)) {
            return "["
                    + expression.apply(ValueType.INT, "")
                    + "].transformMap(k, v, "
                    + filter
                    + generator.within(names, List.of(ValueType.INT, ValueType.INT), value)
                    + ")";
        }
        if (random.chance(50)) {
            return expression.apply(ValueType.map(key, value), "")
                    + ".transformMap(k, v, "
                    + filter
                    + generator.within(names, List.of(key, value), value)
                    + ")";
        }
        return expression.apply(ENTRY, "")
                + ".transformMapEntry(k, v, "
                + filter
                + generator.within(names, ENTRY.parameters(), type)
                + ")";
    }

    private String optional(ValueType type, DeviceSelectorGenerator generator) {
        String name = name();
        ValueType source = any.get();
        boolean flat = random.chance(40);
        return expression.apply(ValueType.optional(source), "")
                + (flat ? ".optFlatMap(" : ".optMap(")
                + name
                + ", "
                + generator.within(
                        List.of(name), List.of(source), flat ? type : type.parameters().get(0))
                + ")";
    }
}
