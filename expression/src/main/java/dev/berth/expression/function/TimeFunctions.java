package dev.berth.expression.function;

import dev.berth.expression.value.DurationValue;
import dev.berth.expression.value.ErrorValue;
import dev.berth.expression.value.GoNumbers;
import dev.berth.expression.value.IntValue;
import dev.berth.expression.value.StringValue;
import dev.berth.expression.value.TimestampValue;
import dev.berth.expression.value.Value;
import dev.berth.model.GoQuoted;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoField;
import java.util.function.ToIntFunction;

/// The parts of timestamps and durations.
final class TimeFunctions {
    private static final long MILLISECOND = 1_000_000;
    private static final long SECOND = 1000 * MILLISECOND;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;

    private TimeFunctions() {}

    static void addTo(Library library) {
        part(library, "year", LocalDateTime::getYear);
        part(library, "month", time -> time.getMonthValue() - 1);
        part(library, "day_of_year", time -> time.getDayOfYear() - 1);
        part(library, "day_of_month", time -> time.getDayOfMonth() - 1);
        part(library, "day_of_month_1_based", LocalDateTime::getDayOfMonth);
        part(library, "day_of_week", time -> time.getDayOfWeek().getValue() % 7);
        part(library, "hours", LocalDateTime::getHour);
        part(library, "minutes", LocalDateTime::getMinute);
        part(library, "seconds", LocalDateTime::getSecond);
        part(library, "milliseconds", time -> time.get(ChronoField.MILLI_OF_SECOND));
        unit(library, "hours", HOUR);
        unit(library, "minutes", MINUTE);
        unit(library, "seconds", SECOND);
        library.unary(
                "duration_to_milliseconds",
                value -> IntValue.of(((DurationValue) value).nanos() / MILLISECOND));
    }

    private static void unit(Library library, String name, long nanos) {
        library.unary(
                "duration_to_" + name, value -> IntValue.of(((DurationValue) value).in(nanos)));
    }

    private static void part(Library library, String name, ToIntFunction<LocalDateTime> part) {
        String overload = "timestamp_to_" + name;
        String withZone = overload + (name.equals("seconds") ? "_tz" : "_with_tz");
        library.unary(
                        overload,
                        value -> IntValue.of(part.applyAsInt(((TimestampValue) value).at(0))))
                .binary(withZone, (value, zone) -> part(value, zone, part));
    }

    private static Value part(Value value, Value zone, ToIntFunction<LocalDateTime> part) {
        var time = (TimestampValue) value;
        String name = ((StringValue) zone).value();
        try {
            long offset = name.contains(":") ? offset(name) : offset(name, time);
            return IntValue.of(part.applyAsInt(time.at(offset)));
        } catch (DateTimeException unknown) {
            return new ErrorValue(String.valueOf(unknown.getMessage()));
        }
    }

    /// The offset in seconds that `-08:30` stands for.
    private static long offset(String text) {
        int colon = text.indexOf(':');
        long hours = number(text.substring(0, colon));
        long minutes = number(text.substring(colon + 1));
        return 60 * (text.startsWith("-") ? hours * 60 - minutes : hours * 60 + minutes);
    }

    private static long number(String text) {
        Long number = GoNumbers.parseLong(text);
        if (number == null) {
            boolean signed = text.startsWith("-") || text.startsWith("+");
            boolean isNumber = GoNumbers.isDigits(signed ? text.substring(1) : text);
            throw new DateTimeException(
                    "strconv.Atoi: parsing "
                            + GoQuoted.of(text)
                            + (isNumber ? ": value out of range" : ": invalid syntax"));
        }
        return number;
    }

    private static long offset(String name, TimestampValue time) {
        if (name.isEmpty() || name.equals("UTC") || name.equals("Local")) {
            return 0;
        }
        if (name.contains("..") || name.startsWith("/") || name.startsWith("\\")) {
            throw new DateTimeException("time: invalid location name");
        }
        if (!ZoneId.getAvailableZoneIds().contains(name)) {
            throw new DateTimeException("unknown time zone " + name);
        }
        return ZoneId.of(name)
                .getRules()
                .getOffset(Instant.ofEpochSecond(time.second()))
                .getTotalSeconds();
    }
}
