package dev.berth.model.json;

/// Strict UTF-8: shortest forms only, no surrogates, no code points beyond U+10FFFF.
final class Utf8 {
    static final String PROBLEM = "malformed UTF-8";

    private Utf8() {}

    /// The offset of the first malformed sequence, or -1.
    static int firstMalformed(byte[] bytes) {
        int at = firstNonAscii(bytes, 0, bytes.length);
        while (at < bytes.length) {
            int length = sequence(bytes, at, bytes.length);
            if (length <= 0) {
                return at;
            }
            at += length;
        }
        return -1;
    }

    static int firstNonAscii(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] >= 0) {
            at++;
        }
        return at;
    }

    /// The length of the sequence at this offset; 0 if it is incomplete, -1 if it is malformed.
    static int sequence(byte[] bytes, int at, int end) {
        int first = bytes[at] & 0xFF;
        if (first < 0x80) {
            return 1;
        }
        int length =
                first < 0xC2 ? -1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : -1;
        for (int i = 1; i < length; i++) {
            if (at + i == end) {
                return 0;
            }
            if (!isContinuation(bytes[at + i])) {
                return -1;
            }
        }
        if (length > 2) {
            int second = bytes[at + 1] & 0xFF;
            boolean malformed =
                    switch (first) {
                        case 0xE0 -> second < 0xA0;
                        case 0xED -> second > 0x9F;
                        case 0xF0 -> second < 0x90;
                        case 0xF4 -> second > 0x8F;
                        default -> false;
                    };
            return malformed ? -1 : length;
        }
        return length;
    }

    static boolean isContinuation(byte b) {
        return (b & 0xC0) == 0x80;
    }

    static boolean startsWithByteOrderMark(byte[] bytes) {
        return bytes.length >= 3
                && bytes[0] == (byte) 0xEF
                && bytes[1] == (byte) 0xBB
                && bytes[2] == (byte) 0xBF;
    }
}
