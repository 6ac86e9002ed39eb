package dev.berth.expression.value;

import dev.berth.expression.value.IpAddress.InvalidException;

/// Reads an address of IP version 6.
final class IpParser {
    private static final int SIZE = 16;
    private static final int NONE = -1;

    private final String text;
    private final byte[] bytes = new byte[SIZE];
    private String rest;
    private String zone = "";
    private int filled;
    private int ellipsis = NONE;

    IpParser(String text) {
        this.text = text;
        this.rest = text;
    }

    IpAddress parse() throws InvalidException {
        int percent = text.indexOf('%');
        if (percent >= 0) {
            rest = text.substring(0, percent);
            zone = text.substring(percent + 1);
            if (zone.isEmpty()) {
                throw problem("zone must be a non-empty string", "");
            }
        }
        if (rest.startsWith("::")) {
            ellipsis = 0;
            rest = rest.substring(2);
            if (rest.isEmpty()) {
                return new IpAddress(bytes, zone);
            }
        }
        boolean proceeds = true;
        while (proceeds && filled < SIZE) {
            proceeds = readField();
        }
        if (!rest.isEmpty()) {
            throw problem("trailing garbage after address", rest);
        }
        expand();
        return new IpAddress(bytes, zone);
    }

    private InvalidException problem(String problem, String at) {
        return IpAddress.problem(text, problem, at);
    }

    /// Reads a field and the colon after it. The result is false at the end of the address.
    private boolean readField() throws InvalidException {
        int digits = 0;
        int value = 0;
        while (digits < rest.length()
                && Character.digit(rest.charAt(digits), 16) >= 0
                && rest.charAt(digits) < 0x80) {
            value = value << 4 | Character.digit(rest.charAt(digits), 16);
            if (digits > 3) {
                throw problem("each group must have 4 or less digits", rest);
            }
            digits++;
        }
        if (digits == 0) {
            throw problem("each colon-separated field must have at least one digit", rest);
        }
        if (digits < rest.length() && rest.charAt(digits) == '.') {
            readEmbedded();
            return false;
        }
        bytes[filled++] = (byte) (value >> 8);
        bytes[filled++] = (byte) value;
        rest = rest.substring(digits);
        return !rest.isEmpty() && readColon();
    }

    private void readEmbedded() throws InvalidException {
        if (ellipsis == NONE && filled != SIZE - 4) {
            throw problem(
                    "embedded IPv4 address must replace the final 2 fields of the address", rest);
        }
        if (filled + 4 > SIZE) {
            throw problem(
                    "too many hex fields to fit an embedded IPv4 at the end of the address", rest);
        }
        int end = text.length() - (zone.isEmpty() ? 0 : zone.length() + 1);
        IpAddress.parse4(text, end - rest.length(), end, bytes, filled);
        rest = "";
        filled += 4;
    }

    private boolean readColon() throws InvalidException {
        if (rest.charAt(0) != ':') {
            throw problem("unexpected character, want colon", rest);
        }
        if (rest.length() == 1) {
            throw problem("colon must be followed by more characters", rest);
        }
        rest = rest.substring(1);
        if (rest.charAt(0) != ':') {
            return true;
        }
        if (ellipsis != NONE) {
            throw problem("multiple :: in address", rest);
        }
        ellipsis = filled;
        rest = rest.substring(1);
        return !rest.isEmpty();
    }

    private void expand() throws InvalidException {
        if (filled == SIZE) {
            if (ellipsis != NONE) {
                throw problem("the :: must expand to at least one field of zeros", "");
            }
            return;
        }
        if (ellipsis == NONE) {
            throw problem("address string too short", "");
        }
        int missing = SIZE - filled;
        System.arraycopy(bytes, ellipsis, bytes, ellipsis + missing, filled - ellipsis);
        java.util.Arrays.fill(bytes, ellipsis, ellipsis + missing, (byte) 0);
    }
}
