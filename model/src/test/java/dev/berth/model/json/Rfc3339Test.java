package dev.berth.model.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.DateTimeException;
import java.time.Instant;

class Rfc3339Test {
    @ParameterizedTest
    @CsvSource({
        "2025-11-16T10:20:30Z, 2025-11-16T10:20:30Z",
        "2025-11-16T10:20:30.123456Z, 2025-11-16T10:20:30.123456Z",
        "2025-11-16T10:20:30.1Z, 2025-11-16T10:20:30.1Z",
        "2025-11-16T10:20:30.1234567899Z, 2025-11-16T10:20:30.123456789Z",
        "2025-11-16T10:20:30+02:00, 2025-11-16T08:20:30Z",
        "2025-11-16T22:20:30-08:30, 2025-11-17T06:50:30Z",
        "0001-01-01T00:00:00Z, 0001-01-01T00:00:00Z",
        "2024-02-29T23:59:59Z, 2024-02-29T23:59:59Z",
    })
    void readsTheFormatsOfKubernetes(String text, Instant expected) {
        assertThat(Rfc3339.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "2025-11-16",
                "2025-11-16T10:20:30",
                "2025-11-16 10:20:30Z",
                "2025-11-16t10:20:30z",
                "2025-13-16T10:20:30Z",
                "2025-02-29T10:20:30Z",
                "2025-11-16T24:00:00Z",
                "2025-11-16T10:60:00Z",
                "2025-11-16T10:20:60Z",
                "2025-11-16T10:20:30.Z",
                "2025-11-16T10:20:30+2:00",
                "2025-11-16T10:20:30+02:60",
                "12025-11-16T10:20:30Z",
                "２025-11-16T10:20:30Z"
            })
    void rejectsOtherFormats(String text) {
        assertThatThrownBy(() -> Rfc3339.parse(text)).isInstanceOf(DateTimeException.class);
    }

    @Test
    void writesSecondsAndMicroseconds() {
        Instant time = Instant.parse("2025-01-02T03:04:05.006007008Z");

        assertThat(Rfc3339.seconds(time)).isEqualTo("2025-01-02T03:04:05Z");
        assertThat(Rfc3339.micros(time)).isEqualTo("2025-01-02T03:04:05.006007Z");
    }
}
