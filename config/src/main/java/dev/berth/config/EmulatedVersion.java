package dev.berth.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The version of kube-scheduler whose feature gates apply (kube-scheduler: `--emulated-version`).
public record EmulatedVersion(int major, int minor) {
    public static final EmulatedVersion LATEST = new EmulatedVersion(1, 37);

    private static final EmulatedVersion OLDEST = new EmulatedVersion(1, 34);
    private static final Pattern VERSION = Pattern.compile("\\s*v?([0-9]+(?:\\.[0-9]+)*)(.*)");
    private static final String COMPONENT = "kube";

    /// Parses `--emulated-version`: `1.35`, `v1.35` or `kube=1.35`, alone or in a list.
    ///
    /// @throws IllegalArgumentException if there is no valid version, or several
    public static EmulatedVersion of(List<String> flags) {
        Optional<EmulatedVersion> found = Optional.empty();
        for (String flag : flags) {
            for (String one : flag.split(",", -1)) {
                EmulatedVersion version = parse(one);
                if (found.isPresent()) {
                    throw new IllegalArgumentException(
                            "duplicate version flag, kube=%s and kube=%s"
                                    .formatted(found.get(), version));
                }
                found = Optional.of(version);
            }
        }
        return found.orElse(LATEST);
    }

    private static EmulatedVersion parse(String text) {
        int equals = text.indexOf('=');
        String component = equals < 0 ? COMPONENT : text.substring(0, equals).strip();
        String version = equals < 0 ? text : text.substring(equals + 1).strip();
        Matcher matcher = VERSION.matcher(version);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "could not parse \"%s\" as version".formatted(version));
        }
        String[] numbers = matcher.group(1).split("\\.");
        if (numbers.length < 2) {
            throw new IllegalArgumentException("illegal version string \"%s\"".formatted(version));
        }
        if (numbers.length > 2 && !numbers[2].matches("0+")) {
            throw new IllegalArgumentException(
                    "patch version not allowed, got: %s=%s".formatted(component, matcher.group(1)));
        }
        if (!component.equals(COMPONENT)) {
            throw new IllegalArgumentException("component not registered: " + component);
        }
        return new EmulatedVersion(number(numbers[0], version), number(numbers[1], version));
    }

    private static int number(String digits, String version) {
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException tooLarge) {
            throw new IllegalArgumentException(
                    "illegal version string \"%s\"".formatted(version), tooLarge);
        }
    }

    /// @param compatible the minimum compatibility version
    List<String> problems(EmulatedVersion compatible) {
        var problems = new ArrayList<String>();
        if (compare(LATEST) > 0 || compare(OLDEST) < 0) {
            problems.add(
                    "emulation version %s is not between [%s, %s.0]"
                            .formatted(this, OLDEST, LATEST));
        }
        if (compatible.compare(OLDEST) < 0 || compatible.compare(this) > 0) {
            problems.add(
                    "minCompatibilityVersion version %s is not between [%s, %s]"
                            .formatted(compatible, OLDEST, this));
        }
        return problems;
    }

    /// The minor version before this one.
    public EmulatedVersion previous() {
        return new EmulatedVersion(major, minor - 1);
    }

    /// The oldest version that other components can have.
    EmulatedVersion oldestCompatible() {
        EmulatedVersion before = previous();
        return before.compare(OLDEST) < 0 ? OLDEST : before;
    }

    private int compare(EmulatedVersion other) {
        return major == other.major
                ? Integer.compare(minor, other.minor)
                : Integer.compare(major, other.major);
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
