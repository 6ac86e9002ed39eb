package dev.berth.observe.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.Decoder;
import dev.berth.model.KubeObject;
import dev.berth.model.json.Json;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.ZoneOffset;
import java.util.List;
import java.util.TreeSet;

class LinesTest {
    private static final long TIME = 1_794_833_645_900_653_301L;
    private static final KubeObject POD =
            new Decoder()
                    .pod(
                            (Json.Obj)
                                    Json.parse(
                                            """
                                            {"metadata": {"name": "big2", "namespace": "default"}}
                                            """));

    private static LogLine line(
            LogLine.Severity severity, @Nullable Throwable problem, Object... keysAndValues) {
        return new LogLine(
                TIME,
                severity,
                3,
                "Something \"happened\"",
                problem,
                "queue",
                "SchedulingQueue.java:965",
                keysAndValues);
    }

    private static String text(LogLine line) {
        var out = new StringBuilder();
        new TextLines(() -> 15511, ZoneOffset.UTC).write(line, out);
        return out.toString();
    }

    private static String json(LogLine line) {
        var out = new StringBuilder();
        new JsonLines().write(line, out);
        return out.toString();
    }

    @Test
    void textIsWrittenAsKlogWritesIt() {
        assertThat(
                        text(
                                line(
                                        LogLine.Severity.INFO,
                                        null,
                                        "pod",
                                        POD,
                                        "queue",
                                        "Active",
                                        "hint",
                                        0,
                                        "forced",
                                        true)))
                .isEqualTo(
                        "I1116 12:54:05.900653   15511 SchedulingQueue.java:965] \"Something"
                                + " \\\"happened\\\"\" pod=\"default/big2\" queue=\"Active\" hint=0"
                                + " forced=true\n");
    }

    @Test
    void anErrorPrecedesTheOtherValues() {
        assertThat(text(line(LogLine.Severity.ERROR, new IOException("no route"), "node", "n1")))
                .startsWith("E1116 ")
                .endsWith("] \"Something \\\"happened\\\"\" err=\"no route\" node=\"n1\"\n");
    }

    @Test
    void textOfSeveralLinesIsWrittenInSeparateLines() {
        assertThat(text(line(LogLine.Severity.WARNING, null, "config", "a: 1\nb: 2")))
                .endsWith(" config=<\n\ta: 1\n\tb: 2\n >\n");
    }

    @Test
    void setsAndListsAreWrittenAsGoWritesThem() {
        assertThat(
                        text(
                                line(
                                        LogLine.Severity.INFO,
                                        null,
                                        "unschedulable plugins",
                                        new TreeSet<>(List.of("NodeResourcesFit")),
                                        "names",
                                        List.of("a", "b"))))
                .endsWith(" unschedulable plugins={\"NodeResourcesFit\":{}} names=[\"a\",\"b\"]\n");
    }

    @Test
    void aMissingValueIsMarked() {
        assertThat(text(line(LogLine.Severity.INFO, null, "alone")))
                .endsWith(" alone=\"(MISSING)\"\n");
    }

    @Test
    void jsonHasTheKeysOfKubernetesComponents() {
        assertThat(json(line(LogLine.Severity.INFO, null, "pod", POD, "hint", 0)))
                .isEqualTo(
                        "{\"ts\":1794833645900.6533,\"caller\":\"queue/SchedulingQueue.java:965\",\"msg\":\"Something"
                            + " \\\"happened\\\"\",\"v\":3,\"pod\":{\"name\":\"big2\",\"namespace\":\"default\"},\"hint\":0}\n");
    }

    @Test
    void anErrorInJsonHasNoVerbosity() {
        String line = json(line(LogLine.Severity.ERROR, new IOException("a\tb"), "n", 1));
        assertThat(line).doesNotContain("\"v\"").endsWith(",\"n\":1,\"err\":\"a\\tb\"}\n");
        assertThat(Json.parse(line)).isInstanceOf(Json.Obj.class);
    }
}
