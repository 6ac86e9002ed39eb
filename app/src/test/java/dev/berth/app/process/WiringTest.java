package dev.berth.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.port.Log;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;

class WiringTest {
    private static String logged(String contentType) {
        var lines = new ArrayList<String>();
        Wiring.checkContentType(contentType, Log.plain(lines::add));
        return String.join("\n", lines);
    }

    @Test
    void anUnknownContentTypeIsReportedWithTheSupportedOnes() {
        assertThat(logged("application/xml"))
                .contains(
                        "contentType=application/xml",
                        "application/vnd.kubernetes.protobuf",
                        "application/json");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "application/json",
                "application/json; charset=utf-8",
                "application/vnd.kubernetes.protobuf"
            })
    void aSupportedContentTypeIsAcceptedSilently(String contentType) {
        assertThat(logged(contentType)).isEmpty();
    }
}
