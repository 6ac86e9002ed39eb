package dev.berth.harness.cases;

/// Literals of selectors, with the texts that functions read.
final class SelectorLiterals {
    private SelectorLiterals() {}

    /// A string for an argument of a function.
    static String string(SeededRandom random, String function) {
        return quoted(random, random.oneOf(SelectorTexts.of(random.chance(92) ? function : "")));
    }

    private static String quoted(SeededRandom random, String text) {
        String escaped =
                text.replace("\\\\", "\u0000")
                        .replace("\\", "\\\\")
                        .replace("\u0000", "\\\\")
                        .replace("\n", "\\n")
                        .replace("\t", "\\t")
                        .replace("\u0001", "\\x01");
        return switch (random.between(0, 9)) {
            case 0 -> "'" + escaped.replace("'", "\\'") + "'";
            case 1 -> "'''" + escaped.replace("'", "\\u0027") + "'''";
            default -> "\"" + escaped.replace("\"", "\\\"") + "\"";
        };
    }

    static String literal(SeededRandom random, String type) {
        return switch (type) {
            case "bool" -> random.oneOf("true", "false");
            case "int" -> integer(random);
            case "uint" ->
                    random.oneOf("0u", "1u", "2u", "3u", "0x1Fu", "18446744073709551615u", "7u");
            case "double" ->
                    random.oneOf(
                            "0.0",
                            "1.0",
                            "2.0",
                            "-1.5",
                            "3.25",
                            "1e3",
                            "1e300",
                            "-0.0",
                            "0.1",
                            "9.2e18",
                            "1e-7",
                            "123456789.125",
                            ".5",
                            "double(\"NaN\")");
            case "bytes" ->
                    random.oneOf("b''", "b'abc'", "b\"\\xff\"", "b'ü'", "b'\\101'", "bytes('x')");
            case "null_type" -> "null";
            case "type" ->
                    random.oneOf(
                            "int",
                            "string",
                            "bool",
                            "double",
                            "uint",
                            "bytes",
                            "list",
                            "map",
                            "type",
                            "null_type",
                            "google.protobuf.Duration",
                            "net.IP",
                            "optional_type",
                            "google.protobuf.Timestamp",
                            "kubernetes.DRADevice");
            default -> string(random, "");
        };
    }

    private static String integer(SeededRandom random) {
        return random.chance(85)
                ? String.valueOf(random.between(-2, 5))
                : random.oneOf(
                        "9223372036854775807",
                        "-9223372036854775808",
                        "1000000",
                        "0x10",
                        "100",
                        "4611686018427387904");
    }
}
