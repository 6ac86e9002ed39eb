package dev.berth.serving.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// Encodes the DER values of a certificate.
final class Der {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int YEAR_OF_LONG_TIMES = 2050;

    private Der() {}

    static byte[] sequence(byte[]... parts) {
        return value(0x30, parts);
    }

    static byte[] set(byte[]... parts) {
        return value(0x31, parts);
    }

    static byte[] octets(byte[]... parts) {
        return value(0x04, parts);
    }

    static byte[] utf8(String text) {
        return value(0x0c, text.getBytes(UTF_8));
    }

    static byte[] yes() {
        return value(0x01, new byte[] {(byte) 0xff});
    }

    static byte[] integer(BigInteger number) {
        return value(0x02, number.toByteArray());
    }

    /// A bit string with the given number of unused bits at its end.
    static byte[] bits(int unused, byte[] bytes) {
        return value(0x03, new byte[] {(byte) unused}, bytes);
    }

    /// A constructed value with a context-specific tag.
    static byte[] holding(int number, byte[]... parts) {
        return value(0xa0 | number, parts);
    }

    /// A primitive value with a context-specific tag.
    static byte[] tagged(int number, byte[] content) {
        return value(0x80 | number, content);
    }

    static byte[] identifier(String dotted) {
        String[] numbers = dotted.split("\\.");
        var out = new ByteArrayOutputStream();
        out.write(Integer.parseInt(numbers[0]) * 40 + Integer.parseInt(numbers[1]));
        for (int i = 2; i < numbers.length; i++) {
            int number = Integer.parseInt(numbers[i]);
            for (int shift = 28; shift > 0; shift -= 7) {
                if (number >>> shift != 0) {
                    out.write(number >>> shift & 0x7f | 0x80);
                }
            }
            out.write(number & 0x7f);
        }
        return value(0x06, out.toByteArray());
    }

    /// X.509 requires a year of two digits until 2049, and of four digits from 2050.
    static byte[] time(Instant time) {
        String text = TIME.format(time);
        return time.atZone(ZoneOffset.UTC).getYear() < YEAR_OF_LONG_TIMES
                ? value(0x17, text.substring(2).getBytes(US_ASCII))
                : value(0x18, text.getBytes(US_ASCII));
    }

    private static byte[] value(int tag, byte[]... parts) {
        var content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        var out = new ByteArrayOutputStream();
        out.write(tag);
        int length = content.size();
        if (length >= 0x100) {
            out.write(0x82);
            out.write(length >>> 8);
        } else if (length >= 0x80) {
            out.write(0x81);
        }
        out.write(length);
        out.writeBytes(content.toByteArray());
        return out.toByteArray();
    }
}
