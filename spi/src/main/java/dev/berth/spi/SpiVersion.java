package dev.berth.spi;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The version of the plugin SPI. The manifest of a plugin jar states the version that the jar was
/// built for.
///
/// A major version keeps everything that it contains; a minor version adds to it.
public record SpiVersion(int major, int minor) {
    /// The version of this SPI.
    public static final SpiVersion CURRENT = new SpiVersion(2, 0);

    /// The manifest attribute, as in `Berth-Spi-Version: 2.0`.
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

    /// Whether a plugin that was built for `other` runs on this version.
    public boolean serves(SpiVersion other) {
        return major == other.major && minor >= other.minor;
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
