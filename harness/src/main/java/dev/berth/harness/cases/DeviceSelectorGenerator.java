package dev.berth.harness.cases;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Generates selectors of a wanted type from the declarations of all functions. A share of the
/// arguments has another type, or none that the type checker knows.
final class DeviceSelectorGenerator {
    private static final List<String> SIMPLE_TYPES =
            List.of("bool", "int", "uint", "double", "string", "bytes", "null_type", "type");
    private static final List<ValueType> ANY =
            List.of(
                    ValueType.BOOL,
                    ValueType.INT,
                    ValueType.INT,
                    ValueType.STRING,
                    ValueType.STRING,
                    ValueType.simple("uint"),
                    ValueType.simple("double"),
                    ValueType.simple("bytes"),
                    ValueType.simple("null_type"),
                    ValueType.simple("type"),
                    ValueType.simple("google.protobuf.Duration"),
                    ValueType.simple("google.protobuf.Timestamp"),
                    ValueType.simple("kubernetes.Quantity"),
                    ValueType.simple("kubernetes.Semver"),
                    ValueType.simple("net.IP"),
                    ValueType.simple("net.CIDR"),
                    ValueType.simple("kubernetes.URL"),
                    ValueType.simple("kubernetes.NamedFormat"),
                    ValueType.list(ValueType.INT),
                    ValueType.list(ValueType.STRING),
                    ValueType.list(ValueType.DYN),
                    ValueType.list(ValueType.list(ValueType.INT)),
                    ValueType.map(ValueType.STRING, ValueType.INT),
                    ValueType.map(ValueType.INT, ValueType.STRING),
                    ValueType.optional(ValueType.INT),
                    ValueType.optional(ValueType.STRING));

    /// An overload of a function.
    private record Overload(
            String function, boolean isMember, List<ValueType> parameters, ValueType result) {}

    private record Variable(String name, ValueType type) {}

    private final SeededRandom random;
    private final List<Overload> overloads;
    private final Deque<Variable> variables = new ArrayDeque<>();
    private int budget;

    /// @param declarations the lines of the declarations, see `DeviceSelector.functions`
    DeviceSelectorGenerator(SeededRandom random, List<String> declarations) {
        this.random = random;
        this.overloads = declarations.stream().map(DeviceSelectorGenerator::overload).toList();
    }

    private static Overload overload(String line) {
        int space = line.indexOf(' ');
        int open = line.indexOf('(', line.indexOf(' ', space + 1));
        int depth = 0;
        int close = open;
        do {
            depth += line.charAt(close) == '(' ? 1 : line.charAt(close) == ')' ? -1 : 0;
            close++;
        } while (depth > 0);
        String name = line.substring(0, space);
        return new Overload(
                name.startsWith(".") ? name.substring(1) : name,
                name.startsWith("."),
                ValueType.parseAll(line.substring(open + 1, close - 1)),
                ValueType.parse(line.substring(close).strip()));
    }

    String selector() {
        budget = random.between(2, random.chance(10) ? 40 : 14);
        variables.clear();
        ValueType type =
                random.chance(93) ? ValueType.BOOL : random.chance(50) ? ValueType.DYN : any();
        return expression(type, "");
    }

    private ValueType any() {
        return random.oneOf(ANY);
    }

    /// @param function the function that the expression is an argument of
    private String expression(ValueType wanted, String function) {
        ValueType type = random.chance(3) ? any() : wanted.isVariable() ? ValueType.INT : wanted;
        budget--;
        if (budget <= 0) {
            return leaf(type, function);
        }
        return switch (random.between(0, 19)) {
            case 0, 1, 2 -> leaf(type, function);
            case 3 -> variable(type, function);
            case 4 -> conditional(type);
            case 5, 6, 7 -> element(type, function);
            case 8, 9 -> macro(type, function);
            case 10 ->
                    random.chance(40) ? "dyn(" + expression(type, "") + ")" : call(type, function);
            default -> call(type, function);
        };
    }

    private String conditional(ValueType type) {
        return "("
                + expression(ValueType.BOOL, "")
                + " ? "
                + expression(type, "")
                + " : "
                + expression(type, "")
                + ")";
    }

    private String variable(ValueType type, String function) {
        List<String> suitable =
                variables.stream()
                        .filter(variable ->
                                variable.type().equals(type)
                                        || variable.type().name().equals("dyn"))
                        .map(Variable::name)
                        .toList();
        return suitable.isEmpty() ? leaf(type, function) : random.oneOf(suitable);
    }

    private String leaf(ValueType type, String function) {
        if (!variables.isEmpty() && random.chance(35)) {
            List<Variable> known = List.copyOf(variables);
            Variable variable = random.oneOf(known);
            if (variable.type().equals(type) || random.chance(20)) {
                return variable.name();
            }
        }
        return switch (type.name()) {
            case "dyn" -> attribute();
            case "string" ->
                    random.chance(12) ? "device.driver" : SelectorLiterals.string(random, function);
            case "bool" ->
                    random.chance(10)
                            ? "device.allowMultipleAllocations"
                            : SelectorLiterals.literal(random, "bool");
            case "list" -> list(type.parameters().get(0));
            case "map" -> map(type);
            case "optional_type" ->
                    random.chance(20)
                            ? "optional.none()"
                            : "optional.of(" + leaf(type.parameters().get(0), "") + ")";
            case "kubernetes.Quantity" -> quantity();
            case "kubernetes.Semver" -> text("semver");
            case "net.IP" -> text("ip");
            case "net.CIDR" -> text("cidr");
            case "kubernetes.URL" -> text("url");
            case "google.protobuf.Timestamp" -> text("timestamp");
            case "google.protobuf.Duration" -> text("duration");
            case "kubernetes.NamedFormat" ->
                    random.oneOf(
                            "format.dns1123Label()",
                            "format.uuid()",
                            "format.uri()",
                            "format.labelValue()",
                            "format.qualifiedName()",
                            "format.date()");
            case "kubernetes.DRADevice" -> "device";
            default ->
                    SIMPLE_TYPES.contains(type.name())
                            ? SelectorLiterals.literal(random, type.name())
                            : attribute();
        };
    }

    private String text(String function) {
        return function + "(" + SelectorLiterals.string(random, function) + ")";
    }

    private String quantity() {
        return random.chance(40)
                ? "device.capacity"
                        + random.oneOf("[\"d.io\"].m", "[\"x.org\"].n", "[\"d.io\"][\"m\"]")
                : text("quantity");
    }

    /// An attribute or a list of attributes of the device, sometimes one that it does not have.
    private String attribute() {
        String domain =
                random.oneOf(
                        "[\"d.io\"]",
                        "[\"x.org\"]",
                        "[device.driver]",
                        "[\"no\"]",
                        ".one",
                        "[?\"x.org\"]");
        String name =
                random.oneOf(
                        ".i",
                        ".s",
                        ".b",
                        ".v",
                        ".li",
                        ".ls",
                        ".lv",
                        ".lb",
                        ".no",
                        "[\"i\"]",
                        "[\"ls\"]",
                        ".?i",
                        "[?\"s\"]",
                        ".`li`",
                        ".?no");
        return "device.attributes" + domain + name;
    }

    private String list(ValueType element) {
        int size = random.few(0, 4);
        var elements = new ArrayList<String>();
        for (int i = 0; i < size; i++) {
            budget--;
            String value = budget > 0 ? expression(element, "") : leaf(element, "");
            boolean isOptional = random.chance(4);
            elements.add(isOptional ? "?" + leaf(ValueType.optional(element), "") : value);
        }
        return "[" + String.join(", ", elements) + "]";
    }

    // The order of a map of cel-go is random, so that a map has one entry at most.
    private String map(ValueType type) {
        if (random.chance(15)) {
            return "{}";
        }
        String optional = random.chance(4) ? "?" : "";
        ValueType value = type.parameters().get(1);
        return "{"
                + optional
                + leaf(type.parameters().get(0), "")
                + ": "
                + leaf(optional.isEmpty() ? value : ValueType.optional(value), "")
                + "}";
    }

    /// An element of a list, a map or an optional value, or the test that it exists.
    private String element(ValueType type, String function) {
        if (type.name().equals("optional_type")) {
            ValueType value = type.parameters().get(0);
            return random.chance(50)
                    ? expression(ValueType.list(value), "")
                            + "[?"
                            + expression(ValueType.INT, "")
                            + "]"
                    : expression(ValueType.map(ValueType.STRING, value), "")
                            + random.oneOf(".?i", ".?key", "[?\"a\"]", "[?device.driver]");
        }
        return switch (random.between(0, 6)) {
            case 0, 1 ->
                    expression(ValueType.list(type), "")
                            + "["
                            + expression(random.chance(90) ? ValueType.INT : any(), "")
                            + "]";
            case 2 ->
                    expression(ValueType.map(ValueType.STRING, type), "")
                            + "["
                            + expression(ValueType.STRING, "")
                            + "]";
            case 3 ->
                    type.name().equals("bool")
                            ? presence()
                            : expression(ValueType.map(ValueType.STRING, type), "") + ".key";
            case 4 -> type.name().equals("bool") ? in() : leaf(type, function);
            default -> attribute();
        };
    }

    private String presence() {
        return random.chance(60)
                ? "has(" + attribute() + ")"
                : "has(" + expression(ValueType.map(ValueType.STRING, ValueType.INT), "") + ".key)";
    }

    private String in() {
        ValueType element = any();
        ValueType container =
                random.chance(70) ? ValueType.list(element) : ValueType.map(element, ValueType.INT);
        return "(" + expression(element, "") + " in " + expression(container, "") + ")";
    }

    private String call(ValueType type, String function) {
        for (int attempt = 0; attempt < 40; attempt++) {
            Overload overload = random.oneOf(overloads);
            var bindings = new HashMap<String, ValueType>();
            boolean isHidden =
                    overload.function().contains("@") && !overload.function().equals("@in");
            if (!isHidden && overload.result().unify(type, bindings)) {
                return call(overload, bindings);
            }
        }
        return leaf(type, function);
    }

    private String call(Overload overload, Map<String, ValueType> bindings) {
        ValueType free = any();
        var arguments = new ArrayList<String>();
        for (ValueType parameter : overload.parameters()) {
            collect(parameter, bindings, free);
            ValueType wanted = parameter.with(bindings);
            arguments.add(
                    wanted.name().equals("dyn") && random.chance(60)
                            ? expression(any(), overload.function())
                            : expression(
                                    random.chance(6) ? ValueType.DYN : wanted,
                                    overload.function()));
        }
        return written(overload, arguments);
    }

    private static void collect(ValueType type, Map<String, ValueType> bindings, ValueType free) {
        if (type.isVariable()) {
            bindings.putIfAbsent(type.name(), free);
        }
        type.parameters().forEach(parameter -> collect(parameter, bindings, free));
    }

    private static String written(Overload overload, List<String> arguments) {
        String function = overload.function();
        if (overload.isMember()) {
            return arguments.get(0)
                    + "."
                    + function
                    + arguments.stream().skip(1).collect(Collectors.joining(", ", "(", ")"));
        }
        String first = arguments.isEmpty() ? "" : arguments.get(0);
        return switch (function) {
            case "!_" -> "!" + first;
            case "-_" -> "-(" + first + ")";
            case "@in" -> "(" + first + " in " + arguments.get(1) + ")";
            case "_[_]" -> first + "[" + arguments.get(1) + "]";
            case "_[?_]" -> first + "[?" + arguments.get(1) + "]";
            case "_?._" -> first + ".?key";
            case "_?_:_" -> "(" + first + " ? " + arguments.get(1) + " : " + arguments.get(2) + ")";
            default ->
                    function.startsWith("_")
                            ? "("
                                    + first
                                    + " "
                                    + function.replace("_", "")
                                    + " "
                                    + arguments.get(1)
                                    + ")"
                            : function + "(" + String.join(", ", arguments) + ")";
        };
    }

    private String macro(ValueType type, String function) {
        return new MacroGenerator(random, this::expression, this::any).macro(type, function, this);
    }

    /// Generates with variables in scope.
    String within(List<String> names, List<ValueType> types, ValueType wanted) {
        for (int i = 0; i < names.size(); i++) {
            variables.push(new Variable(names.get(i), types.get(i)));
        }
        String expression = expression(wanted, "");
        names.forEach(name -> variables.pop());
        return expression;
    }

    String call(ValueType type) {
        return call(type, "");
    }
}
