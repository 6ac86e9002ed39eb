package dev.berth.answers;

import java.util.Locale;

/// Amounts of resources in their usual units.
public final class Amount {
    private static final String[] UNITS = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};

    private Amount() {}

    /// @param value in millicores for cpu, else in units
    public static String of(String resource, long value) {
        if (resource.equals("cpu")) {
            return trimmed(value / 1_000.0, "%.3f");
        }
        return isBytes(resource) ? bytes(value) : Long.toString(value);
    }

    private static boolean isBytes(String resource) {
        return resource.equals("memory")
                || resource.equals("ephemeral-storage")
                || resource.startsWith("hugepages-");
    }

    private static String bytes(long value) {
        double rest = value;
        int unit = 0;
        while (Math.abs(rest) >= 1_024 && unit < UNITS.length - 1) {
            rest /= 1_024;
            unit++;
        }
        return trimmed(rest, "%.1f") + UNITS[unit];
    }

    private static String trimmed(double value, String format) {
        return String.format(Locale.ROOT, format, value).replaceAll("\\.?0+$", "");
    }
}
