package dev.berth.model.json;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Timestamps in Kubernetes' formats.
public final class Rfc3339 {
    private static final Pattern FORM =
            Pattern.compile(
                    "([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})"
                            + "(?:[.,]([0-9]+))?(?:Z|([+-])([0-9]{2}):([0-9]{2}))");
    private static final int MAX_LENGTH = 64;
    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'Z'").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private Rfc3339() {}

    /// Parses a timestamp with an optional fraction. Digits beyond nanoseconds are ignored.
    ///
    /// @throws DateTimeException if the text is not a timestamp
    public static Instant parse(String text) {
        Matcher form = FORM.matcher(text);
        if (text.length() > MAX_LENGTH || !form.matches()) {
            throw new DateTimeException("not of the form 2006-01-02T15:04:05Z");
        }
        return LocalDateTime.of(
                        number(form, 1),
                        number(form, 2),
                        number(form, 3),
                        number(form, 4),
                        number(form, 5),
                        number(form, 6),
                        nanos(form.group(7)))
                .minusMinutes(offsetMinutes(form))
                .toInstant(ZoneOffset.UTC);
    }

    /// The format of `creationTimestamp` and most other fields, without a fraction.
    public static String seconds(Instant time) {
        return SECONDS.format(time);
    }

    /// The format of the `renewTime` of a lease (`MicroTime`).
    public static String micros(Instant time) {
        return MICROS.format(time);
    }

    /// The exact time, with a fraction if necessary.
    public static String text(Instant time) {
        return DateTimeFormatter.ISO_INSTANT.format(time);
    }

    private static int number(Matcher form, int group) {
        return Integer.parseInt(form.group(group));
    }

    private static int nanos(String fraction) {
        return fraction == null ? 0 : Integer.parseInt((fraction + "00000000").substring(0, 9));
    }

    private static int offsetMinutes(Matcher form) {
        if (form.group(8) == null) {
            return 0;
        }
        int hours = number(form, 9);
        int minutes = number(form, 10);
        if (hours > 24 || minutes >= 60) {
            throw new DateTimeException("no such offset from UTC");
        }
        return (form.group(8).equals("-") ? -1 : 1) * (60 * hours + minutes);
    }
}
