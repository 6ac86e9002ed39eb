package dev.berth.manifest;

import dev.berth.model.json.Json;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// The value of a YAML scalar. The rules are those of YAML 1.1 as Go's tools implement it, for
/// which manifests are written: `yes` is true, `0777` is octal, `1:30` is a string.
sealed interface YamlScalar {
    record Nothing() implements YamlScalar {}

    record Bool(boolean value) implements YamlScalar {}

    record Whole(BigInteger value) implements YamlScalar {}

    record Fraction(double value) implements YamlScalar {}

    record Text(String value) implements YamlScalar {}

    BigInteger LARGEST = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
    Set<String> TRUE =
            Set.of("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON");
    Set<String> FALSE =
            Set.of("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF");
    Set<String> NULL = Set.of("", "~", "null", "Null", "NULL");
    Set<String> NOT_A_NUMBER = Set.of(".nan", ".NaN", ".NAN");
    Pattern INFINITE = Pattern.compile("[-+]?\\.(inf|Inf|INF)");
    Pattern WHOLE =
            Pattern.compile("([-+]?)(0[xX][0-9a-fA-F]++|0[bB][01]++|0[oO]?[0-7]++|0|[1-9][0-9]*+)");
    Pattern FRACTION = Pattern.compile("[-+]?(\\.[0-9]++|[0-9]++(\\.[0-9]*+)?)([eE][-+]?[0-9]++)?");

    /// In this form, underscores are only allowed between digits.
    Pattern POINT_FIRST = Pattern.compile("\\.[0-9]++(_[0-9]++)*+([eE][-+]?[0-9]++(_[0-9]++)*+)?");

    /// A plain scalar without a tag.
    static YamlScalar of(String text) {
        if (NULL.contains(text)) {
            return new Nothing();
        }
        if (TRUE.contains(text) || FALSE.contains(text)) {
            return new Bool(TRUE.contains(text));
        }
        if (NOT_A_NUMBER.contains(text)) {
            return new Fraction(Double.NaN);
        }
        if (INFINITE.matcher(text).matches()) {
            return new Fraction(
                    text.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
        }
        return number(text).orElseGet(() -> new Text(text));
    }

    /// A scalar with a tag; empty if the text does not match the tag.
    static Optional<YamlScalar> of(String text, String tag) {
        return switch (tag) {
            case "tag:yaml.org,2002:null" ->
                    Optional.of(of(text)).filter(Nothing.class::isInstance);
            case "tag:yaml.org,2002:bool" -> Optional.of(of(text)).filter(Bool.class::isInstance);
            case "tag:yaml.org,2002:int" -> Optional.of(of(text)).filter(Whole.class::isInstance);
            case "tag:yaml.org,2002:float" ->
                    switch (of(text)) {
                        case Whole(var value) -> Optional.of(new Fraction(value.doubleValue()));
                        case Fraction fraction -> Optional.of(fraction);
                        case Nothing _, Bool _, Text _ -> Optional.empty();
                    };
            case "tag:yaml.org,2002:binary" -> binary(text);
            default -> Optional.of(new Text(text));
        };
    }

    private static Optional<YamlScalar> binary(String text) {
        try {
            String joined = text.replaceAll("[\\r\\n]", "");
            byte[] bytes = Base64.getDecoder().decode(joined);
            return joined.length() % 4 == 0
                    ? Optional.of(new Text(new String(bytes, StandardCharsets.UTF_8)))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<YamlScalar> number(String text) {
        char first = text.charAt(0);
        if (first == '.') {
            return POINT_FIRST.matcher(text).matches()
                    ? fraction(text.replace("_", ""))
                    : Optional.empty();
        }
        if ("+-0123456789".indexOf(first) < 0) {
            return Optional.empty();
        }
        String plain = text.replace("_", "");
        return whole(plain).or(() -> fraction(plain));
    }

    private static Optional<YamlScalar> whole(String text) {
        var form = WHOLE.matcher(text);
        if (!form.matches()) {
            return Optional.empty();
        }
        String sign = form.group(1);
        String digits = form.group(2);
        char mark = digits.length() > 1 ? Character.toLowerCase(digits.charAt(1)) : ' ';
        int radix =
                digits.length() == 1 || digits.charAt(0) != '0'
                        ? 10
                        : mark == 'x' ? 16 : mark == 'b' ? 2 : 8;
        String bare = mark == 'x' || mark == 'b' || mark == 'o' ? digits.substring(2) : digits;
        var magnitude = new BigInteger(bare, radix);
        BigInteger value = sign.equals("-") ? magnitude.negate() : magnitude;
        // Parity: integers have 64 bits without a sign and 63 bits with one; larger decimal numbers
        // become floats.
        boolean fits = sign.isEmpty() ? value.compareTo(LARGEST) <= 0 : value.bitLength() <= 63;
        return fits ? Optional.of(new Whole(value)) : Optional.empty();
    }

    private static Optional<YamlScalar> fraction(String text) {
        if (!FRACTION.matcher(text).matches()) {
            return Optional.empty();
        }
        double value = Double.parseDouble(text);
        return Double.isInfinite(value) ? Optional.empty() : Optional.of(new Fraction(value));
    }

    /// The JSON value; empty if JSON cannot represent it.
    default Optional<Json> json() {
        return switch (this) {
            case Nothing() -> Optional.of(Json.Null.NULL);
            case Bool(var value) -> Optional.of(Json.of(value));
            case Whole(var value) -> Optional.of(new Json.Num(value.toString()));
            case Fraction(var value) when Double.isFinite(value) ->
                    Optional.of(new Json.Num(GoFloat.json(value)));
            case Fraction _ -> Optional.empty();
            case Text(var value) -> Optional.of(Json.of(value));
        };
    }

    /// The field name; empty if the value cannot be one.
    default Optional<String> name() {
        return switch (this) {
            case Nothing() -> Optional.empty();
            case Bool(var value) -> Optional.of(Boolean.toString(value));
            case Whole(var value) ->
                    Optional.of(value.toString()).filter(_ -> value.bitLength() <= 63);
            case Fraction(var value) -> Optional.of(GoFloat.name(value));
            case Text(var value) -> Optional.of(value);
        };
    }
}
