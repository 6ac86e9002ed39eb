package dev.berth.expression.function;

import dev.berth.expression.value.ErrorValue;
import dev.berth.expression.value.IntValue;
import dev.berth.expression.value.ListValue;
import dev.berth.expression.value.StringValue;
import dev.berth.expression.value.Value;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The extension of cel-go for strings. Positions count code points.
final class StringFunctions {
    private StringFunctions() {}

    static void addTo(Library library) {
        library.binary("string_char_at_int", (text, at) -> charAt(text(text), number(at)))
                .binary("string_index_of_string", (text, part) -> indexOf(text, part, 0))
                .variadic(
                        "string_index_of_string_int",
                        values -> indexOf(values[0], values[1], number(values[2])))
                .binary("string_last_index_of_string", StringFunctions::lastIndexOf)
                .variadic(
                        "string_last_index_of_string_int",
                        values -> lastIndexOf(values[0], values[1], number(values[2])))
                .unary("string_lower_ascii", text -> ascii(text(text), 'A', 'Z', 'a' - 'A'))
                .unary("string_upper_ascii", text -> ascii(text(text), 'a', 'z', 'A' - 'a'))
                .variadic("string_replace_string_string", values -> replace(values, -1))
                .variadic(
                        "string_replace_string_string_int",
                        values -> replace(values, number(values[3])))
                .binary("string_split_string", (text, by) -> split(text(text), text(by), -1))
                .variadic(
                        "string_split_string_int",
                        values -> split(text(values[0]), text(values[1]), number(values[2])))
                .binary("string_substring_int", (text, from) -> substring(text(text), number(from)))
                .variadic("string_substring_int_int", StringFunctions::substring)
                .unary("string_trim", text -> new StringValue(trim(text(text))))
                .variadic("string_format", StringFormat::format)
                .unary("strings_quote", text -> new StringValue(quote(text(text))))
                .unary("list_join", list -> join((ListValue) list, ""))
                .binary("list_join_string", (list, by) -> join((ListValue) list, text(by)));
    }

    private static String text(Value value) {
        return ((StringValue) value).value();
    }

    private static long number(Value value) {
        return ((IntValue) value).value();
    }

    private static ErrorValue outOfRange(long index) {
        return new ErrorValue("index out of range: " + index);
    }

    private static StringValue string(int[] points, int from, int to) {
        return new StringValue(new String(points, from, to - from));
    }

    private static Value charAt(String text, long index) {
        int[] points = text.codePoints().toArray();
        if (index < 0 || index > points.length) {
            return outOfRange(index);
        }
        return string(points, (int) index, Math.min((int) index + 1, points.length));
    }

    private static Value indexOf(Value text, Value part, long offset) {
        if (offset < 0) {
            return outOfRange(offset);
        }
        int[] points = text(text).codePoints().toArray();
        int[] wanted = text(part).codePoints().toArray();
        if (wanted.length == 0) {
            return IntValue.of(Math.min(offset, points.length));
        }
        for (long i = offset; i <= points.length - wanted.length; i++) {
            if (matches(points, (int) i, wanted)) {
                return IntValue.of(i);
            }
        }
        return IntValue.of(-1);
    }

    private static boolean matches(int[] points, int at, int[] wanted) {
        return Arrays.equals(points, at, at + wanted.length, wanted, 0, wanted.length);
    }

    private static Value lastIndexOf(Value text, Value part) {
        long size = ((StringValue) text).size();
        if (text(part).isEmpty()) {
            return IntValue.of(size);
        }
        return ((StringValue) text).bytes() < ((StringValue) part).bytes()
                ? IntValue.of(-1)
                : lastIndexOf(text, part, size - 1);
    }

    private static Value lastIndexOf(Value text, Value part, long offset) {
        if (offset < 0) {
            return outOfRange(offset);
        }
        int[] points = text(text).codePoints().toArray();
        int[] wanted = text(part).codePoints().toArray();
        if (wanted.length == 0) {
            return IntValue.of(Math.min(offset, points.length));
        }
        if (offset >= points.length) {
            return IntValue.of(-1);
        }
        for (int i = (int) Math.min(offset, points.length - wanted.length); i >= 0; i--) {
            if (matches(points, i, wanted)) {
                return IntValue.of(i);
            }
        }
        return IntValue.of(-1);
    }

    private static Value ascii(String text, char first, char last, int shift) {
        char[] chars = text.toCharArray();
        for (int i = 0; i < chars.length; i++) {
            if (chars[i] >= first && chars[i] <= last) {
                chars[i] = (char) (chars[i] + shift);
            }
        }
        return new StringValue(new String(chars));
    }

    /// Replaces the first occurrences, or all if the limit is negative. An empty text occurs before
    /// every code point and at the end.
    private static Value replace(Value[] values, long limit) {
        String text = text(values[0]);
        String wanted = text(values[1]);
        String replacement = text(values[2]);
        var out = new StringBuilder();
        int from = 0;
        for (long count = 0; limit < 0 || count < limit; count++) {
            int at = from;
            if (!wanted.isEmpty()) {
                at = text.indexOf(wanted, from);
            } else if (count > 0) {
                at = from < text.length() ? text.offsetByCodePoints(from, 1) : -1;
            }
            if (at < 0) {
                break;
            }
            out.append(text, from, at).append(replacement);
            from = at + wanted.length();
        }
        return new StringValue(out.append(text, from, text.length()).toString());
    }

    private static Value split(String text, String separator, long limit) {
        var parts = new ArrayList<Value>();
        if (limit == 0) {
            return ListValue.of(parts);
        }
        if (separator.isEmpty()) {
            return explode(text, limit);
        }
        int from = 0;
        while (limit < 0 || parts.size() < limit - 1) {
            int at = text.indexOf(separator, from);
            if (at < 0) {
                break;
            }
            parts.add(new StringValue(text.substring(from, at)));
            from = at + separator.length();
        }
        parts.add(new StringValue(text.substring(from)));
        return ListValue.of(parts);
    }

    private static Value explode(String text, long limit) {
        int[] points = text.codePoints().toArray();
        int count = limit < 0 || limit > points.length ? points.length : (int) limit;
        List<Value> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            parts.add(string(points, i, i == count - 1 ? points.length : i + 1));
        }
        return ListValue.of(parts);
    }

    private static Value substring(String text, long start) {
        int[] points = text.codePoints().toArray();
        return start < 0 || start > points.length
                ? outOfRange(start)
                : string(points, (int) start, points.length);
    }

    private static Value substring(Value... values) {
        int[] points = text(values[0]).codePoints().toArray();
        long start = number(values[1]);
        long end = number(values[2]);
        if (start > end) {
            return new ErrorValue("invalid substring range. start: " + start + ", end: " + end);
        }
        if (start < 0 || start > points.length) {
            return outOfRange(start);
        }
        return end < 0 || end > points.length
                ? outOfRange(end)
                : string(points, (int) start, (int) end);
    }

    /// Removes white space of Unicode from both ends.
    private static String trim(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isSpace(text.charAt(start))) {
            start++;
        }
        while (end > start && isSpace(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    private static boolean isSpace(char c) {
        return switch (c) {
            case '\t', '\n', 0x0b, '\f', '\r', 0x85, 0xa0 -> true;
            default -> Character.isSpaceChar(c);
        };
    }

    private static String quote(String text) {
        var out = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case 0x07 -> out.append("\\a");
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case 0x0b -> out.append("\\v");
                case '\\' -> out.append("\\\\");
                case '"' -> out.append("\\\"");
                default -> out.append(c);
            }
        }
        return out.append('"').toString();
    }

    private static Value join(ListValue list, String separator) {
        var out = new StringBuilder();
        for (int i = 0; i < list.size(); i++) {
            if (!(list.get(i) instanceof StringValue part)) {
                return new ErrorValue("join: invalid input: " + list.get(i).text());
            }
            out.append(i == 0 ? "" : separator).append(part.value());
        }
        return new StringValue(out.toString());
    }
}
