package dev.berth.expression.value;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A type as a value: the result of `type(1)`, or the name `int` in an expression.
public final class TypeValue extends Value {
    public static final TypeValue BOOL = new TypeValue("bool");
    public static final TypeValue BYTES = new TypeValue("bytes");
    public static final TypeValue DOUBLE = new TypeValue("double");
    public static final TypeValue DURATION = new TypeValue("google.protobuf.Duration");
    public static final TypeValue ERROR = new TypeValue("error");
    public static final TypeValue INT = new TypeValue("int");
    public static final TypeValue LIST = new TypeValue("list", "list(dyn)");
    public static final TypeValue MAP = new TypeValue("map", "map(dyn, dyn)");
    public static final TypeValue NULL = new TypeValue("null_type");
    public static final TypeValue OPTIONAL = new TypeValue("optional_type", "optional_type(dyn)");
    public static final TypeValue STRING = new TypeValue("string");
    public static final TypeValue TIMESTAMP = new TypeValue("google.protobuf.Timestamp");
    public static final TypeValue TYPE = new TypeValue("type");
    public static final TypeValue UINT = new TypeValue("uint");
    public static final TypeValue QUANTITY = new TypeValue("kubernetes.Quantity");
    public static final TypeValue SEMVER = new TypeValue("kubernetes.Semver");
    public static final TypeValue IP = new TypeValue("net.IP");
    public static final TypeValue CIDR = new TypeValue("net.CIDR");
    public static final TypeValue URL = new TypeValue("kubernetes.URL");
    public static final TypeValue FORMAT = new TypeValue("kubernetes.NamedFormat");

    private static final Map<String, TypeValue> BY_NAME =
            Stream.of(
                            BOOL, BYTES, DOUBLE, DURATION, INT, LIST, MAP, NULL, OPTIONAL, STRING,
                            TIMESTAMP, TYPE, UINT, IP, CIDR)
                    .collect(Collectors.toMap(TypeValue::name, Function.identity()));

    private final String name;
    private final String text;

    private TypeValue(String name) {
        this(name, name);
    }

    private TypeValue(String name, String text) {
        this.name = name;
        this.text = text;
    }

    /// The type with a name; types without values, such as messages, exist only as names.
    public static TypeValue named(String name) {
        TypeValue known = BY_NAME.get(name);
        return known == null ? new TypeValue(name) : known;
    }

    public String name() {
        return name;
    }

    @Override
    public TypeValue type() {
        return TYPE;
    }

    @Override
    public Value equalTo(Value other) {
        return BoolValue.of(other instanceof TypeValue type && type.name.equals(name));
    }

    @Override
    public Value convertTo(TypeValue target) {
        if (target == TYPE) {
            return TYPE;
        }
        return target == STRING ? new StringValue(name) : noConversionTo(target);
    }

    @Override
    public String text() {
        return text;
    }

    @Override
    public String goType() {
        return "*types.Type";
    }

    @Override
    public String notBool() {
        return "type conversion not supported for 'type'";
    }
}
