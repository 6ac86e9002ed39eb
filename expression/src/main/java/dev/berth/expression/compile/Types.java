package dev.berth.expression.compile;

import berth.cel.common.types.CelType;
import berth.cel.common.types.ListType;
import berth.cel.common.types.MapType;
import berth.cel.common.types.OpaqueType;
import berth.cel.common.types.OptionalType;
import berth.cel.common.types.SimpleType;
import berth.cel.common.types.StructTypeReference;
import berth.cel.common.types.TypeParamType;
import berth.cel.common.types.TypeType;

import dev.berth.expression.function.TypePattern;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Types of the checker: from declarations, and as text in the notation of cel-go.
final class Types {
    static final CelType QUANTITY = StructTypeReference.create("kubernetes.Quantity");
    static final CelType IP = OpaqueType.create("net.IP");
    static final CelType CIDR = OpaqueType.create("net.CIDR");

    private static final Map<String, CelType> SIMPLE =
            Map.ofEntries(
                    Map.entry("bool", SimpleType.BOOL),
                    Map.entry("bytes", SimpleType.BYTES),
                    Map.entry("double", SimpleType.DOUBLE),
                    Map.entry("dyn", SimpleType.DYN),
                    Map.entry("int", SimpleType.INT),
                    Map.entry("null_type", SimpleType.NULL_TYPE),
                    Map.entry("string", SimpleType.STRING),
                    Map.entry("uint", SimpleType.UINT),
                    Map.entry("google.protobuf.Duration", SimpleType.DURATION),
                    Map.entry("google.protobuf.Timestamp", SimpleType.TIMESTAMP),
                    Map.entry("net.IP", IP),
                    Map.entry("net.CIDR", CIDR));

    private Types() {}

    static CelType of(TypePattern pattern) {
        if (pattern.isVariable()) {
            return TypeParamType.create(pattern.name().substring(1, pattern.name().length() - 1));
        }
        List<CelType> parameters = pattern.parameters().stream().map(Types::of).toList();
        return switch (pattern.name()) {
            case "list" -> ListType.create(parameters.get(0));
            case "map" -> MapType.create(parameters.get(0), parameters.get(1));
            case "optional_type" -> OptionalType.create(parameters.get(0));
            case "type" -> TypeType.create(parameters.get(0));
            default -> {
                CelType simple = SIMPLE.get(pattern.name());
                yield simple == null ? StructTypeReference.create(pattern.name()) : simple;
            }
        };
    }

    static String text(CelType type) {
        String name =
                switch (type.kind()) {
                    case LIST -> "list";
                    case MAP -> "map";
                    case TYPE -> "type";
                    case NULL_TYPE -> "null_type";
                    case ANY -> "google.protobuf.Any";
                    default -> type.name();
                };
        return type.parameters().isEmpty()
                ? name
                : name
                        + type.parameters().stream()
                                .map(Types::text)
                                .collect(Collectors.joining(", ", "(", ")"));
    }

    /// The name of the type of the values, without parameters.
    static String name(CelType type) {
        String text = text(type);
        int open = text.indexOf('(');
        return open < 0 ? text : text.substring(0, open);
    }
}
