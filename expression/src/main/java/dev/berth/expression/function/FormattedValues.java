package dev.berth.expression.function;

import dev.berth.expression.function.StringFormat.FormatException;
import dev.berth.expression.value.BoolValue;
import dev.berth.expression.value.BytesValue;
import dev.berth.expression.value.DoubleValue;
import dev.berth.expression.value.DurationValue;
import dev.berth.expression.value.IntValue;
import dev.berth.expression.value.ListValue;
import dev.berth.expression.value.MapValue;
import dev.berth.expression.value.NullValue;
import dev.berth.expression.value.StringValue;
import dev.berth.expression.value.TimestampValue;
import dev.berth.expression.value.TypeValue;
import dev.berth.expression.value.UintValue;
import dev.berth.expression.value.Value;
import dev.berth.model.GoQuoted;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;

/// Values in the clauses `%s` and `%d`.
final class FormattedValues {
    private FormattedValues() {}

    static String string(Value value) throws FormatException {
        return switch (value) {
            case ListValue list -> list(list);
            case MapValue map -> map(map);
            case NullValue any -> "null";
            case IntValue any -> text(value);
            case UintValue any -> text(value);
            case DoubleValue any -> text(value);
            case BoolValue any -> text(value);
            case StringValue any -> text(value);
            case TimestampValue any -> text(value);
            case BytesValue any -> text(value);
            case DurationValue any -> text(value);
            case TypeValue any -> text(value);
            default -> throw StringFormat.mismatch('s', value.type().name());
        };
    }

    private static String text(Value value) throws FormatException {
        Value text = value.convertTo(TypeValue.STRING);
        if (text instanceof StringValue string) {
            return string.value();
        }
        throw new FormatException(
                "could not convert argument " + GoQuoted.of(text.text()) + " to string");
    }

    static String decimal(Value value) throws FormatException {
        if (value instanceof IntValue || value instanceof UintValue) {
            return value.text();
        }
        throw StringFormat.mismatch('d', value.type().name());
    }

    private static String list(ListValue list) throws FormatException {
        var out = new StringBuilder("[");
        for (int i = 0; i < list.size(); i++) {
            out.append(i == 0 ? "" : ", ").append(element(list.get(i)));
        }
        return out.append(']').toString();
    }

    private static String map(MapValue map) throws FormatException {
        record Entry(String key, String value) {}
        var entries = new ArrayList<Entry>();
        for (Value key : map.keys()) {
            boolean isSimple =
                    key instanceof StringValue
                            || key instanceof BoolValue
                            || key instanceof IntValue
                            || key instanceof UintValue;
            if (!isSimple) {
                throw new FormatException(
                        "no formatting function for map key of type " + key.type().name());
            }
            entries.add(new Entry(element(key), element(map.valueOf(key))));
        }
        entries.sort((left, right) -> left.key().compareTo(right.key()));
        var out = new StringBuilder("{");
        for (Entry entry : entries) {
            out.append(out.length() > 1 ? ", " : "")
                    .append(entry.key())
                    .append(':')
                    .append(entry.value());
        }
        return out.append('}').toString();
    }

    /// The text of a value in a list or in a map.
    private static String element(Value value) throws FormatException {
        return switch (value) {
            case StringValue string -> GoQuoted.of(string.value());
            case BytesValue bytes -> "b" + GoQuoted.of(string(bytes));
            case DoubleValue number -> number(number.value());
            case TimestampValue time -> "timestamp(" + GoQuoted.of(text(time)) + ")";
            case DurationValue duration -> "duration(" + GoQuoted.of(text(duration)) + ")";
            case IntValue number -> number.text();
            case UintValue number -> number.text();
            case ListValue list -> list(list);
            case MapValue map -> map(map);
            case BoolValue bool -> bool.text();
            case NullValue any -> "null";
            case TypeValue type -> type.name();
            default ->
                    throw new FormatException("no formatting function for " + value.type().name());
        };
    }

    private static String number(double number) {
        if (Double.isNaN(number)) {
            return "\"NaN\"";
        }
        if (Double.isInfinite(number)) {
            return number > 0 ? "\"+Inf\"" : "\"-Inf\"";
        }
        String digits =
                new BigDecimal(Math.abs(number))
                        .setScale(6, RoundingMode.HALF_EVEN)
                        .toPlainString();
        return (number < 0 || 1 / number < 0 ? "-" : "") + digits;
    }
}
