package dev.berth.observe.log;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;

/// Formats lines as JSON, with the keys of Kubernetes components.
final class JsonLines implements LineFormat {
    @Override
    public void write(LogLine line, StringBuilder out) {
        // Milliseconds as a floating-point number.
        out.append("{\"ts\":")
                .append(new BigDecimal(Double.toString(line.nanos() / 1e6)).toPlainString());
        out.append(",\"caller\":");
        Quoted.json(line.folder() + "/" + line.caller(), out);
        out.append(",\"msg\":");
        Quoted.json(line.message(), out);
        if (line.severity() == LogLine.Severity.INFO) {
            out.append(",\"v\":").append(line.verbosity());
        }
        line.each((key, value) -> pair(key, value, out));
        Throwable problem = line.problem();
        if (problem != null) {
            pair("err", ThrowableText.text(problem), out);
        }
        out.append("}\n");
    }

    private static void pair(String key, @Nullable Object value, StringBuilder out) {
        out.append(',');
        Quoted.json(key, out);
        out.append(':');
        JsonValue.write(value, out);
    }
}
