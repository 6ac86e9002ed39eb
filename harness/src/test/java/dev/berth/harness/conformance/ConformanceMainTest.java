package dev.berth.harness.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;

class ConformanceMainTest {
    private static List<String> output(String... args) {
        var bytes = new ByteArrayOutputStream();
        assertThat(ConformanceMain.run(List.of(args), new PrintStream(bytes, true, UTF_8)))
                .isZero();
        return bytes.toString(UTF_8).lines().toList();
    }

    @Test
    void familiesDivideTheCountByTheirShares() {
        assertThat(output("generate", "--family", "preempt,nominated", "--count", "36"))
                .hasSize(36)
                .satisfies(cases ->
                        assertThat(cases.stream().filter(one -> one.contains("preempt-1-")))
                                .hasSize(22));
    }

    @Test
    void oneFamilyGetsItAll() {
        assertThat(output("generate", "--family", "gates", "--count", "7")).hasSize(7);
    }
}
