package dev.berth.spi;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The version of what plugins are compiled against. A jar says in its manifest which one it was
/// built for.
///
/// What was there stays within a major version; a minor one adds to it.
public record SpiVersion(int major, int minor) {
    /// The version of this interface.
    public static final SpiVersion CURRENT = new SpiVersion(1, 0);

    /// Where the manifest of a jar has it, as in `Berth-Spi-KubernetesVersion: 1.0`.
    public static final String ATTRIBUTE = "Berth-Spi-Version";

    private static final Pattern FORM = Pattern.compile("(\\d{1,6})\\.(\\d{1,6})");

    public static Optional<SpiVersion> parse(String text) {
        Matcher found = FORM.matcher(text.strip());
        return found.matches()
                ? Optional.of(
                        new SpiVersion(
                                Integer.parseInt(found.group(1)), Integer.parseInt(found.group(2))))
                : Optional.empty();
    }

    /// Whether what was built for `other` finds all it needs in this version.
    public boolean serves(SpiVersion other) {
        return major == other.major && minor >= other.minor;
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
