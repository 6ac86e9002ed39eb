package dev.berth.engine;

import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.port.Log;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class PlainLogTest {
    private final List<String> lines = new ArrayList<>();
    private final Log log = Log.plain(lines::add);

    @Test
    void anObjectIsWrittenAsItsNameAndUid() {
        log.error(null, "Failed", "pod", pod("a").annotation("secret", "x".repeat(1000)).build());

        assertThat(lines).singleElement().asString().matches("Failed pod=default/a \\(uid \\S*\\)");
    }

    @Test
    void valuesAndProblemsAreEscapedAndShortened() {
        log.error(
                new IllegalStateException("\u001b[31m\n" + "x".repeat(100_000)),
                "Failed",
                "node",
                "n\u001b[2J");

        assertThat(lines)
                .singleElement()
                .asString()
                .hasSizeLessThan(1_200)
                .doesNotContain("\u001b", "\n")
                .endsWith("node=n\\u001b[2J");
    }
}
