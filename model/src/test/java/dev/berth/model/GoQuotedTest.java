package dev.berth.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoQuotedTest {
    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    pod, 70 6f 64
                    a\\"b\\\\c, 61 22 62 5c 63
                    \\a\\b\\f\\n\\r\\t\\v, 7 8 c a d 9 b
                    \\x00\\x1b\\x7f, 0 1b 7f
                    é €, e9 20 20ac
                    \\u00a0\\u200b\\ufeff, a0 200b feff
                    😀\\U000e0001, 1f600 e0001
                    """)
    void everyCharacterIsQuotedAsInGo(String expected, String points) {
        var text = new StringBuilder();
        for (String point : points.split(" ")) {
            text.appendCodePoint(Integer.parseInt(point, 16));
        }
        assertThat(GoQuoted.of(text.toString())).isEqualTo('"' + expected + '"');
    }
}
