package dev.berth.observe.log;

import dev.berth.model.GoQuoted;
import dev.berth.model.KubeObject;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/// Formats lines as klog does: `I1116 12:40:37.123456 12345 AttemptRunner.java:42] "Message"
/// key="value"`.
final class TextLines implements LineFormat {
    private static final int PID_WIDTH = 7;

    private final LongSupplier process;
    private final ZoneId zone;
    private String pid = "";

    /// @param process returns the process ID; called with the first line, because the lookup is
    ///   slow
    TextLines(LongSupplier process, ZoneId zone) {
        this.process = process;
        this.zone = zone;
    }

    @Override
    public void write(LogLine line, StringBuilder out) {
        header(line, out);
        GoQuoted.append(line.message(), out);
        Throwable problem = line.problem();
        if (problem != null) {
            pair("err", ThrowableText.text(problem), out);
        }
        line.each((key, value) -> pair(key, value, out));
        out.append('\n');
    }

    private void header(LogLine line, StringBuilder out) {
        ZonedDateTime time =
                Instant.ofEpochSecond(
                                Math.floorDiv(line.nanos(), 1_000_000_000L),
                                Math.floorMod(line.nanos(), 1_000_000_000L))
                        .atZone(zone);
        out.append(line.severity().letter());
        digits(time.getMonthValue(), 2, out);
        digits(time.getDayOfMonth(), 2, out);
        out.append(' ');
        digits(time.getHour(), 2, out);
        out.append(':');
        digits(time.getMinute(), 2, out);
        out.append(':');
        digits(time.getSecond(), 2, out);
        out.append('.');
        digits(time.getNano() / 1000, 6, out);
        if (pid.isEmpty()) {
            pid = Long.toString(process.getAsLong());
        }
        out.append(' ').repeat(' ', Math.max(0, PID_WIDTH - pid.length())).append(pid);
        out.append(' ').append(line.caller()).append("] ");
    }

    private static void digits(int number, int width, StringBuilder out) {
        String text = Integer.toString(number);
        out.repeat('0', width - text.length()).append(text);
    }

    private static void pair(String key, @Nullable Object value, StringBuilder out) {
        out.append(' ').append(key).append('=');
        switch (value) {
            case null -> out.append("null");
            case Number number -> out.append(number);
            case Boolean flag -> out.append(flag);
            case KubeObject object -> GoQuoted.append(name(object), out);
            case Optional<?> optional -> JsonValue.write(optional, out);
            case Collection<?> list -> JsonValue.write(list, out);
            case Map<?, ?> map -> JsonValue.write(map, out);
            case Throwable problem -> text(ThrowableText.text(problem), out);
            default -> text(value.toString(), out);
        }
    }

    private static String name(KubeObject object) {
        String namespace = object.meta().namespace();
        return namespace.isEmpty() ? object.meta().name() : namespace + "/" + object.meta().name();
    }

    /// Writes text of several lines between angle brackets, one line each.
    private static void text(String text, StringBuilder out) {
        if (text.indexOf('\n') < 0) {
            GoQuoted.append(text, out);
            return;
        }
        out.append("<\n");
        text.lines().forEach(each -> out.append('\t').append(each).append('\n'));
        out.append(" >");
    }
}
