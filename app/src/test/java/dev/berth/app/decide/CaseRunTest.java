package dev.berth.app.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

class CaseRunTest {
    private static String line(int number, int nodes) {
        var objects = new StringBuilder();
        for (int i = 0; i < nodes; i++) {
            objects.append(i == 0 ? "" : ",")
                    .append(
                            """
                            {"apiVersion":"v1","kind":"Node","metadata":{"name":"n%d"},
                             "status":{"allocatable":{"cpu":"4","memory":"8Gi","pods":"10"}}}
                            """
                                    .strip()
                                    .replace("\n", "")
                                    .formatted(i));
        }
        return """
        {"id":"%d","objects":[%s],"pods":[{"metadata":{"name":"grün"},"spec":{"schedulerName":"default-scheduler"}}]}
        """
                .formatted(number, objects);
    }

    private static String caseOf(String record) {
        return Json.parse(record).textAt("case").orElse("");
    }

    @Test
    void answersKeepTheOrderOfTheCases() {
        var cases = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            cases.append(line(i, i % 7 == 0 ? 40 : 1));
        }
        var out = new StringWriter();

        boolean read =
                new CaseRun(
                                new ByteArrayInputStream(
                                        cases.toString().getBytes(StandardCharsets.UTF_8)),
                                new PrintWriter(out),
                                4)
                        .run();

        assertThat(read).isTrue();
        assertThat(out.toString()).isASCII();
        assertThat(out.toString().lines().map(CaseRunTest::caseOf))
                .containsExactly(
                        IntStream.range(0, 200).mapToObj(Integer::toString).toArray(String[]::new));
        assertThat(Json.parse(out.toString().lines().findFirst().orElseThrow()).textAt("pod"))
                .contains("grün");
    }

    @Test
    void aPartnerMayWaitForEachAnswer() throws IOException {
        var in = new PipedInputStream();
        var ask = new PipedOutputStream(in);
        var delivered = new PipedReader(1 << 16);
        var out = new PrintWriter(new PipedWriter(delivered));
        var run = CompletableFuture.supplyAsync(() -> new CaseRun(in, out, 2).run());
        var answers = new BufferedReader(delivered);
        try (ask) {
            for (int i = 0; i < 5; i++) {
                ask.write(line(i, 2).getBytes(StandardCharsets.UTF_8));
                ask.flush();
                assertThat(caseOf(answers.readLine())).isEqualTo(Integer.toString(i));
            }
        }
        assertThat(run.join()).isTrue();
    }
}
