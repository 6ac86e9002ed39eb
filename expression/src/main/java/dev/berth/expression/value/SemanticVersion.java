package dev.berth.expression.value;

import dev.berth.model.GoQuoted;

import java.util.ArrayList;
import java.util.List;

/// A version by Semantic Versioning 2.0.0, with the messages of the library that Kubernetes uses
/// (blang/semver).
///
/// @param major, minor, patch unsigned numbers
public record SemanticVersion(
        long major, long minor, long patch, List<String> preRelease, List<String> build)
        implements Comparable<SemanticVersion> {

    public SemanticVersion {
        preRelease = List.copyOf(preRelease);
        build = List.copyOf(build);
    }

    /// The text is not a version.
    public static final class InvalidException extends Exception {
        private static final long serialVersionUID = 1;

        InvalidException(String message) {
            super(message);
        }
    }

    public static SemanticVersion parse(String text) throws InvalidException {
        if (text.isEmpty()) {
            throw new InvalidException("Version string empty");
        }
        String[] parts = text.split("\\.", 3);
        if (parts.length != 3) {
            throw new InvalidException("No Major.Minor.Patch elements found");
        }
        long major = number("Major", parts[0]);
        long minor = number("Minor", parts[1]);
        String rest = parts[2];
        List<String> build = List.of();
        int plus = rest.indexOf('+');
        if (plus >= 0) {
            build = List.of(rest.substring(plus + 1).split("\\.", -1));
            rest = rest.substring(0, plus);
        }
        List<String> preRelease = List.of();
        int dash = rest.indexOf('-');
        if (dash >= 0) {
            preRelease = List.of(rest.substring(dash + 1).split("\\.", -1));
            rest = rest.substring(0, dash);
        }
        long patch = number("Patch", rest);
        for (String part : preRelease) {
            checkPreRelease(part);
        }
        for (String part : build) {
            checkBuild(part);
        }
        return new SemanticVersion(major, minor, patch, preRelease, build);
    }

    /// Like [#parse], after a leading `v` and leading zeros have been removed and missing parts
    /// have been added.
    public static SemanticVersion parseNormalized(String text) throws InvalidException {
        var parts = new ArrayList<String>();
        for (String part : (text.startsWith("v") ? text.substring(1) : text).split("\\.", 3)) {
            parts.add(part.length() > 1 ? withoutZeros(part) : part);
        }
        String last = parts.getLast();
        if (parts.size() < 3 && (last.contains("+") || last.contains("-"))) {
            throw new InvalidException("short version cannot contain PreRelease/Build meta data");
        }
        while (parts.size() < 3) {
            parts.add("0");
        }
        return parse(String.join(".", parts));
    }

    private static String withoutZeros(String part) {
        String rest = part.replaceFirst("^0+", "");
        return rest.isEmpty() || !isDigits(rest.substring(0, 1)) ? "0" + rest : rest;
    }

    private static long number(String name, String text) throws InvalidException {
        if (!isDigits(text)) {
            throw new InvalidException(
                    "Invalid character(s) found in "
                            + name.toLowerCase(java.util.Locale.ROOT)
                            + " number "
                            + GoQuoted.of(text));
        }
        if (hasLeadingZero(text)) {
            throw new InvalidException(
                    name + " number must not contain leading zeroes " + GoQuoted.of(text));
        }
        return unsigned(text);
    }

    private static long unsigned(String text) throws InvalidException {
        Long number = GoNumbers.parseUnsigned(text);
        if (number == null) {
            throw new InvalidException(
                    "strconv.ParseUint: parsing "
                            + GoQuoted.of(text)
                            + (text.isEmpty() ? ": invalid syntax" : ": value out of range"));
        }
        return number;
    }

    private static void checkPreRelease(String part) throws InvalidException {
        if (part.isEmpty()) {
            throw new InvalidException("Prerelease is empty");
        }
        if (isDigits(part)) {
            if (hasLeadingZero(part)) {
                throw new InvalidException(
                        "Numeric PreRelease version must not contain leading zeroes "
                                + GoQuoted.of(part));
            }
            unsigned(part);
        } else if (!isAlphanumeric(part)) {
            throw new InvalidException(
                    "Invalid character(s) found in prerelease " + GoQuoted.of(part));
        }
    }

    private static void checkBuild(String part) throws InvalidException {
        if (part.isEmpty()) {
            throw new InvalidException("Build meta data is empty");
        }
        if (!isAlphanumeric(part)) {
            throw new InvalidException(
                    "Invalid character(s) found in build meta data " + GoQuoted.of(part));
        }
    }

    private static boolean isDigits(String text) {
        return text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static boolean isAlphanumeric(String text) {
        return text.chars()
                .allMatch(c ->
                        c >= '0' && c <= '9'
                                || c >= 'a' && c <= 'z'
                                || c >= 'A' && c <= 'Z'
                                || c == '-');
    }

    private static boolean hasLeadingZero(String text) {
        return text.length() > 1 && text.charAt(0) == '0';
    }

    @Override
    public int compareTo(SemanticVersion other) {
        int order = Long.compareUnsigned(major, other.major);
        if (order == 0) {
            order = Long.compareUnsigned(minor, other.minor);
        }
        if (order == 0) {
            order = Long.compareUnsigned(patch, other.patch);
        }
        if (order != 0) {
            return Integer.signum(order);
        }
        if (preRelease.isEmpty() || other.preRelease.isEmpty()) {
            return Boolean.compare(preRelease.isEmpty(), other.preRelease.isEmpty());
        }
        int shorter = Math.min(preRelease.size(), other.preRelease.size());
        for (int i = 0; i < shorter; i++) {
            order = compareParts(preRelease.get(i), other.preRelease.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(preRelease.size(), other.preRelease.size());
    }

    private static int compareParts(String left, String right) {
        boolean leftIsNumber = isDigits(left);
        boolean rightIsNumber = isDigits(right);
        if (leftIsNumber && rightIsNumber) {
            return Long.compareUnsigned(
                    Long.parseUnsignedLong(left), Long.parseUnsignedLong(right));
        }
        if (leftIsNumber || rightIsNumber) {
            return leftIsNumber ? -1 : 1;
        }
        return Integer.signum(left.compareTo(right));
    }

    @Override
    public String toString() {
        return Long.toUnsignedString(major)
                + "."
                + Long.toUnsignedString(minor)
                + "."
                + Long.toUnsignedString(patch)
                + (preRelease.isEmpty() ? "" : "-" + String.join(".", preRelease))
                + (build.isEmpty() ? "" : "+" + String.join(".", build));
    }
}
