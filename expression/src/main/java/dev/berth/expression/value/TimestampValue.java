package dev.berth.expression.value;

import org.jspecify.annotations.Nullable;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A point in time with the offset of its notation, which is part of its text.
public final class TimestampValue extends Value
        implements Capabilities.Ordered, Capabilities.Addable, Capabilities.Subtractable {
    private static final ErrorValue OVERFLOW = new ErrorValue("timestamp overflow");
    private static final long SECOND = 1_000_000_000L;
    private static final long MIN_SECOND = -62_135_596_800L;
    private static final long MAX_SECOND = 253_402_300_799L;
    private static final Pattern RFC_3339 =
            Pattern.compile(
                    "(\\d{4})-(\\d{2})-(\\d{2})T(\\d{1,2}):(\\d{2}):(\\d{2})([.,]\\d+)?"
                            + "(Z|([+-])(\\d{2}):(\\d{2}))");

    private final long second;
    private final int nano;
    private final int offsetSeconds;

    private TimestampValue(long second, int nano, int offsetSeconds) {
        this.second = second;
        this.nano = nano;
        this.offsetSeconds = offsetSeconds;
    }

    static Value ofEpochSecond(long second) {
        return second < MIN_SECOND || second > MAX_SECOND
                ? OVERFLOW
                : new TimestampValue(second, 0, 0);
    }

    /// Reads the notation of RFC 3339. The result is null if the text is another one.
    static @Nullable Value parse(String text) {
        Matcher matcher = RFC_3339.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        int offset = 0;
        if (matcher.group(9) != null) {
            int hours = Integer.parseInt(matcher.group(10));
            int minutes = Integer.parseInt(matcher.group(11));
            if (hours > 24 || minutes > 60) {
                return null;
            }
            offset = (hours * 60 + minutes) * 60 * (matcher.group(9).equals("-") ? -1 : 1);
        }
        try {
            var local =
                    LocalDateTime.of(
                            Integer.parseInt(matcher.group(1)),
                            Integer.parseInt(matcher.group(2)),
                            Integer.parseInt(matcher.group(3)),
                            Integer.parseInt(matcher.group(4)),
                            Integer.parseInt(matcher.group(5)),
                            Integer.parseInt(matcher.group(6)));
            long second = local.toEpochSecond(ZoneOffset.UTC) - offset;
            if (second < MIN_SECOND || second > MAX_SECOND) {
                return OVERFLOW;
            }
            return new TimestampValue(second, nanos(matcher.group(7)), offset);
        } catch (DateTimeException outOfRange) {
            return null;
        }
    }

    private static int nanos(@Nullable String fraction) {
        if (fraction == null) {
            return 0;
        }
        return Integer.parseInt((fraction.substring(1) + "000000000").substring(0, 9));
    }

    public long second() {
        return second;
    }

    /// The clock at an offset from UTC.
    public LocalDateTime at(long offset) {
        return LocalDateTime.ofEpochSecond(second + offset, nano, ZoneOffset.UTC);
    }

    Value plus(long nanos) {
        long seconds = second + nanos / SECOND;
        long rest = nano + nanos % SECOND;
        seconds += Math.floorDiv(rest, SECOND);
        if (seconds < MIN_SECOND || seconds > MAX_SECOND) {
            return OVERFLOW;
        }
        return new TimestampValue(seconds, (int) Math.floorMod(rest, SECOND), offsetSeconds);
    }

    @Override
    public TypeValue type() {
        return TypeValue.TIMESTAMP;
    }

    @Override
    public Value equalTo(Value other) {
        return BoolValue.of(
                other instanceof TimestampValue time && time.second == second && time.nano == nano);
    }

    @Override
    public Value compareWith(Value other) {
        if (!(other instanceof TimestampValue time)) {
            return other.asMissingOverload();
        }
        int seconds = Long.compare(second, time.second);
        return IntValue.of(seconds == 0 ? Integer.compare(nano, time.nano) : seconds);
    }

    @Override
    public Value add(Value other) {
        return other instanceof DurationValue duration
                ? plus(duration.nanos())
                : other.asMissingOverload();
    }

    @Override
    public Value subtract(Value other) {
        return switch (other) {
            case DurationValue duration -> {
                Value negated = duration.negate();
                yield negated instanceof DurationValue back ? plus(back.nanos()) : negated;
            }
            case TimestampValue time -> since(time);
            default -> other.asMissingOverload();
        };
    }

    private Value since(TimestampValue earlier) {
        long seconds = second - earlier.second;
        Value nanos = IntValue.of(seconds).multiply(IntValue.of(SECOND));
        Value sum =
                nanos instanceof IntValue number
                        ? number.add(IntValue.of(nano - earlier.nano))
                        : nanos;
        return sum instanceof IntValue number ? new DurationValue(number.value()) : sum;
    }

    @Override
    public Value convertTo(TypeValue target) {
        if (target == TypeValue.STRING) {
            LocalDateTime local = at(offsetSeconds);
            String zone = offsetSeconds / 60 == 0 ? "Z" : offset(":");
            return new StringValue(date(local) + "T" + clock(local) + zone);
        }
        return target == TypeValue.INT ? IntValue.of(second) : super.convertTo(target);
    }

    private static String date(LocalDateTime local) {
        return "%04d-%02d-%02d"
                .formatted(local.getYear(), local.getMonthValue(), local.getDayOfMonth());
    }

    private static String clock(LocalDateTime local) {
        String fraction =
                local.getNano() == 0
                        ? ""
                        : "." + "%09d".formatted(local.getNano()).replaceAll("0+$", "");
        return "%02d:%02d:%02d".formatted(local.getHour(), local.getMinute(), local.getSecond())
                + fraction;
    }

    private String offset(String separator) {
        int minutes = Math.abs(offsetSeconds / 60);
        return (offsetSeconds < 0 ? "-" : "+")
                + "%02d%s%02d".formatted(minutes / 60, separator, minutes % 60);
    }

    @Override
    public String text() {
        LocalDateTime local = at(offsetSeconds);
        String zone = offsetSeconds == 0 ? "+0000 UTC" : offset("") + " " + offset("");
        return date(local) + " " + clock(local) + " " + zone;
    }

    @Override
    public boolean isZero() {
        return second == MIN_SECOND && nano == 0;
    }

    @Override
    public String goType() {
        return "types.Timestamp";
    }

    @Override
    public String notBool() {
        return "type conversion error from 'Timestamp' to 'bool'";
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || offsetSeconds == 0
                        && other instanceof TimestampValue time
                        && time.offsetSeconds == 0
                        && time.second == second
                        && time.nano == nano;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(second) * 31 + nano;
    }
}
