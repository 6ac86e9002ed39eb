package dev.berth.expression.value;

import dev.berth.model.GoQuoted;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/// An IP address in the notation and with the messages of Go's `net/netip`.
public final class IpAddress {
    private static final int SIZE_4 = 4;
    private static final int SIZE_6 = 16;

    private final byte[] bytes;
    private final String zone;

    IpAddress(byte[] bytes, String zone) {
        this.bytes = bytes;
        this.zone = zone;
    }

    /// The text is not an address.
    public static final class InvalidException extends Exception {
        private static final long serialVersionUID = 1;

        InvalidException(String message) {
            super(message);
        }
    }

    public static IpAddress parse(String text) throws InvalidException {
        for (int i = 0; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case '.' -> {
                    var bytes = new byte[SIZE_4];
                    parse4(text, 0, text.length(), bytes, 0);
                    return new IpAddress(bytes, "");
                }
                case ':' -> {
                    return new IpParser(text).parse();
                }
                case '%' -> throw problem(text, "missing IPv6 address", "");
                default -> {}
            }
        }
        throw problem(text, "unable to parse IP", "");
    }

    static InvalidException problem(String text, String problem, String at) {
        return new InvalidException(
                "ParseAddr("
                        + GoQuoted.of(text)
                        + "): "
                        + problem
                        + (at.isEmpty() ? "" : " (at " + GoQuoted.of(at) + ")"));
    }

    /// Reads four decimal fields into the array.
    static void parse4(String text, int from, int to, byte[] out, int at) throws InvalidException {
        int value = 0;
        int digits = 0;
        int field = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c >= '0' && c <= '9') {
                if (digits == 1 && value == 0) {
                    throw problem(text, "IPv4 field has octet with leading zero", "");
                }
                value = value * 10 + c - '0';
                digits++;
                if (value > 255) {
                    throw problem(text, "IPv4 field has value >255", "");
                }
            } else if (c == '.') {
                if (i == from || i == to - 1 || text.charAt(i - 1) == '.') {
                    throw problem(
                            text, "IPv4 field must have at least one digit", text.substring(i, to));
                }
                if (field == SIZE_4 - 1) {
                    throw problem(text, "IPv4 address too long", "");
                }
                out[at + field++] = (byte) value;
                value = 0;
                digits = 0;
            } else {
                throw problem(text, "unexpected character", text.substring(i, to));
            }
        }
        if (field < SIZE_4 - 1) {
            throw problem(text, "IPv4 address too short", "");
        }
        out[at + field] = (byte) value;
    }

    public boolean is4() {
        return bytes.length == SIZE_4;
    }

    public boolean hasZone() {
        return !zone.isEmpty();
    }

    /// If this is an address of version 4 in the form `::ffff:1.2.3.4`.
    public boolean is4In6() {
        return !is4() && startsWith(10) && bytes[10] == -1 && bytes[11] == -1;
    }

    private boolean startsWith(int zeros) {
        for (int i = 0; i < zeros; i++) {
            if (bytes[i] != 0) {
                return false;
            }
        }
        return true;
    }

    public int bits() {
        return bytes.length * 8;
    }

    private int at(int position) {
        return bytes[position] & 0xff;
    }

    public boolean isUnspecified() {
        return startsWith(bytes.length);
    }

    public boolean isLoopback() {
        return is4() ? at(0) == 127 : startsWith(SIZE_6 - 1) && at(SIZE_6 - 1) == 1;
    }

    public boolean isMulticast() {
        return is4() ? at(0) >> 4 == 0xe : at(0) == 0xff;
    }

    public boolean isLinkLocalMulticast() {
        return is4()
                ? at(0) == 224 && at(1) == 0 && at(2) == 0
                : at(0) == 0xff && (at(1) & 0x0f) == 2;
    }

    public boolean isLinkLocalUnicast() {
        return is4() ? at(0) == 169 && at(1) == 254 : at(0) == 0xfe && (at(1) & 0xc0) == 0x80;
    }

    public boolean isGlobalUnicast() {
        boolean isBroadcast = is4() && at(0) + at(1) + at(2) + at(3) == 4 * 255;
        return !isBroadcast
                && !isUnspecified()
                && !isLoopback()
                && !isMulticast()
                && !isLinkLocalUnicast();
    }

    /// The address with only the first bits.
    IpAddress masked(int prefix) {
        var out = new byte[bytes.length];
        for (int i = 0; i < out.length; i++) {
            int kept = Math.clamp(prefix - i * 8L, 0, 8);
            out[i] = (byte) (at(i) & 0xff00 >> kept);
        }
        return new IpAddress(out, "");
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof IpAddress address
                && Arrays.equals(address.bytes, bytes)
                && address.zone.equals(zone);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        if (is4()) {
            return at(0) + "." + at(1) + "." + at(2) + "." + at(3);
        }
        return text6() + (zone.isEmpty() ? "" : "%" + zone);
    }

    private String text6() {
        int start = -1;
        int end = -1;
        for (int i = 0; i < SIZE_6; i += 2) {
            int j = i;
            while (j < SIZE_6 && at(j) == 0 && at(j + 1) == 0) {
                j += 2;
            }
            // A single field of zeros is written out.
            if (j - i > 2 && j - i > end - start) {
                start = i;
                end = j;
            }
        }
        var out = new StringBuilder();
        for (int i = 0; i < SIZE_6; i += 2) {
            if (i == start) {
                out.append("::");
                i = end;
                if (i >= SIZE_6) {
                    break;
                }
            } else if (i > 0) {
                out.append(':');
            }
            out.append(Integer.toHexString(at(i) << 8 | at(i + 1)));
        }
        return out.toString();
    }
}
