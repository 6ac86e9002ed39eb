package dev.berth.expression.value;

import dev.berth.expression.value.GoUrl.InvalidException;
import dev.berth.model.GoQuoted;

import java.nio.charset.StandardCharsets;

/// Percent-encoding in the parts of a URL.
final class UrlEscapes {
    private static final String UNRESERVED = "-._~";
    private static final String HEX = "0123456789ABCDEF";

    /// The part of the URL.
    enum Mode {
        PATH("$&+,/:;=@"),
        HOST("!$&'()*+,;=:[]<>\""),
        ZONE("!$&'()*+,;=:[]<>\""),
        USER("$&+,;="),
        QUERY(""),
        FRAGMENT("$&+,/:;=?@!()*");

        private final String plain;

        Mode(String plain) {
            this.plain = plain;
        }

        boolean escapes(int c) {
            boolean isAlphanumeric =
                    c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
            return !isAlphanumeric && UNRESERVED.indexOf(c) < 0 && plain.indexOf(c) < 0;
        }
    }

    private UrlEscapes() {}

    static String unescape(String text, Mode mode) throws InvalidException {
        var out = new java.io.ByteArrayOutputStream();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        boolean isHost = mode == Mode.HOST || mode == Mode.ZONE;
        for (int i = 0; i < bytes.length; i++) {
            int c = bytes[i] & 0xff;
            if (c == '%') {
                out.write(escape(bytes, i, mode));
                i += 2;
            } else if (isHost && c < 0x80 && mode.escapes(c)) {
                throw new InvalidException(
                        "invalid character "
                                + GoQuoted.of(String.valueOf((char) c))
                                + " in host name");
            } else {
                out.write(c == '+' && mode == Mode.QUERY ? ' ' : c);
            }
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private static int escape(byte[] bytes, int at, Mode mode) throws InvalidException {
        int end = Math.min(at + 3, bytes.length);
        String escape = new String(bytes, at, end - at, StandardCharsets.UTF_8);
        int high = end - at == 3 ? Character.digit((char) bytes[at + 1], 16) : -1;
        int low = end - at == 3 ? Character.digit((char) bytes[at + 2], 16) : -1;
        int value = high << 4 | low;
        boolean isInvalid = high < 0 || low < 0;
        boolean isPercent = escape.equals("%25");
        if (mode == Mode.HOST) {
            isInvalid |= high < 8 && !isPercent;
        } else if (mode == Mode.ZONE) {
            isInvalid |= !isPercent && value != ' ' && Mode.HOST.escapes(value);
        }
        if (isInvalid) {
            throw new InvalidException("invalid URL escape " + GoQuoted.of(escape));
        }
        return value;
    }

    static String escape(String text, Mode mode) {
        var out = new StringBuilder();
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            int c = each & 0xff;
            if (mode.escapes(c)) {
                out.append('%').append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 15));
            } else {
                out.append((char) c);
            }
        }
        return out.toString();
    }

    /// The text as it was written if that is a valid encoding, or else the default encoding.
    static String escaped(String raw, Mode mode) {
        if (raw.chars().allMatch(c -> "!$&'()*+,;=:@[]%".indexOf(c) >= 0 || !mode.escapes(c))) {
            return raw;
        }
        try {
            return escape(unescape(raw, mode), mode);
        } catch (InvalidException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static String user(String text) throws InvalidException {
        if (!text.chars()
                .allMatch(c ->
                        "-._:~!$&'()*+,;=%@".indexOf(c) >= 0
                                || c >= '0' && c <= '9'
                                || c >= 'a' && c <= 'z'
                                || c >= 'A' && c <= 'Z')) {
            throw new InvalidException("net/url: invalid userinfo");
        }
        int colon = text.indexOf(':');
        String name = unescape(colon < 0 ? text : text.substring(0, colon), Mode.USER);
        String escaped = escape(name, Mode.USER);
        return colon < 0
                ? escaped
                : escaped + ":" + escape(unescape(text.substring(colon + 1), Mode.USER), Mode.USER);
    }

    static String host(String scheme, String host) throws InvalidException {
        int bracket = host.lastIndexOf('[');
        if (bracket > 0) {
            throw new InvalidException("invalid IP-literal");
        }
        if (bracket == 0) {
            return literal(host);
        }
        int colon = host.indexOf(':');
        boolean isWeb = scheme.equals("http") || scheme.equals("https");
        if (colon >= 0) {
            checkPort(host.substring(isWeb ? colon : host.lastIndexOf(':')));
        }
        return unescape(host, Mode.HOST);
    }

    private static void checkPort(String port) throws InvalidException {
        if (!isPort(port)) {
            throw new InvalidException("invalid port " + GoQuoted.of(port) + " after host");
        }
    }

    /// If the text is empty or a colon with a port, which can be empty.
    static boolean isPort(String text) {
        return text.isEmpty()
                || text.equals(":")
                || text.startsWith(":") && GoNumbers.isDigits(text.substring(1));
    }

    private static String literal(String host) throws InvalidException {
        int close = host.lastIndexOf(']');
        if (close < 0) {
            throw new InvalidException("missing ']' in host");
        }
        String port = host.substring(close + 1);
        checkPort(port);
        String name = host.substring(1, close);
        int zone = name.indexOf("%25");
        String unescaped =
                zone < 0
                        ? unescape(name, Mode.HOST)
                        : unescape(name.substring(0, zone), Mode.HOST)
                                + unescape(name.substring(zone), Mode.ZONE);
        try {
            if (IpAddress.parse(unescaped).is4()) {
                throw new InvalidException("invalid IP-literal");
            }
        } catch (IpAddress.InvalidException invalid) {
            throw new InvalidException("invalid host: " + invalid.getMessage());
        }
        return "[" + unescaped + "]" + port;
    }
}
