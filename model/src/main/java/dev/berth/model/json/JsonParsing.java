package dev.berth.model.json;

import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/// Parses complete texts.
final class JsonParsing {
    static final int MAX_DEPTH = 500;
    static final int MAX_NUMBER_LENGTH = 1_000;
    static final int MAX_NAME_LENGTH = 2_000_000;
    static final String ZERO = "unexpected zero byte";
    static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .streamReadConstraints(
                            StreamReadConstraints.builder()
                                    // The tree reader limits the depth.
                                    .maxNestingDepth(Integer.MAX_VALUE)
                                    .maxNumberLength(MAX_NUMBER_LENGTH)
                                    .maxNameLength(MAX_NAME_LENGTH)
                                    .maxStringLength(Integer.MAX_VALUE)
                                    .build())
                    .build();

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private JsonParsing() {}

    static Json parse(String text, JsonOptions options) {
        String body =
                !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
        rejectLong(body.length(), options);
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), body)) {
            return new TreeReader(parser, options, at -> columnIn(body, at)).onlyDocument();
        }
    }

    static Json parse(byte[] utf8, JsonOptions options) {
        rejectLong(utf8.length, options);
        int malformed = Utf8.firstMalformed(utf8);
        if (malformed >= 0) {
            throw new JsonException(
                    lineOf(utf8, malformed), columnOf(utf8, malformed), Utf8.PROBLEM);
        }
        // The parser would interpret a zero byte among the first bytes as UTF-16.
        for (int i = 0; i < Math.min(4, utf8.length); i++) {
            if (utf8[i] == 0) {
                throw new JsonException(1, i + 1, ZERO);
            }
        }
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), utf8)) {
            return new TreeReader(parser, options, at -> columnOf(utf8, (int) at.getByteOffset()))
                    .onlyDocument();
        }
    }

    private static void rejectLong(long length, JsonOptions options) {
        if (length > options.maxBytes()) {
            throw new JsonException(1, 1, tooLong(options));
        }
    }

    static String tooLong(JsonOptions options) {
        return "longer than " + options.maxBytes() + " bytes";
    }

    private static int columnIn(String text, TokenStreamLocation location) {
        int end = Math.clamp(location.getCharOffset(), 0, text.length());
        int start = end;
        while (start > 0 && text.charAt(start - 1) != '\n' && text.charAt(start - 1) != '\r') {
            start--;
        }
        return text.codePointCount(start, end) + 1;
    }

    private static int columnOf(byte[] utf8, int offset) {
        int column = 1;
        int at = Math.clamp(offset, 0, utf8.length) - 1;
        while (at >= 0 && utf8[at] != '\n' && utf8[at] != '\r') {
            boolean mark = at == 2 && Utf8.startsWithByteOrderMark(utf8);
            if (mark) {
                break;
            }
            column += Utf8.isContinuation(utf8[at]) ? 0 : 1;
            at--;
        }
        return column;
    }

    private static int lineOf(byte[] utf8, int offset) {
        int line = 1;
        for (int i = 0; i < offset; i++) {
            boolean ends = utf8[i] == '\n' || (utf8[i] == '\r' && utf8[i + 1] != '\n');
            line += ends ? 1 : 0;
        }
        return line;
    }
}
