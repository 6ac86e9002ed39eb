package dev.berth.observe.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.port.Log;
import dev.berth.observe.slf4j.LogProvider;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;

class LogsTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private LogWriter writer = writer(LogOptions.DEFAULT, 16);

    @AfterEach
    void libraries() {
        LogProvider.use(Log.NONE);
    }

    private LogWriter writer(LogOptions options, int max) {
        return new LogWriter(new TextLines(() -> 1, ZoneOffset.UTC), options, out, err, max);
    }

    private Logs logs(int verbosity, String modules) {
        return new Logs(writer, () -> 0, Verbosity.of(verbosity, modules));
    }

    private String written() {
        writer.step();
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void onlyLinesWithinTheVerbosityAreWritten() {
        Logs logs = logs(2, "");
        logs.info(2, "two");
        logs.info(3, "three");
        logs.verbosity(3);
        logs.info(3, "three later");
        assertThat(written()).contains("\"two\"", "\"three later\"").doesNotContain("\"three\"");
    }

    @Test
    void aLineContainsItsSourcePosition() {
        logs(0, "").info(0, "here");
        assertThat(written()).startsWith("I0101 00:00:00.000000       1 LogsTest.java:");
    }

    @Test
    void aClassCanHaveAHigherVerbosity() {
        Logs logs = logs(1, "LogsT*=5,Other=9");
        assertThat(logs.of(LogsTest.class).enabled(5)).isTrue();
        assertThat(logs.of(LogsTest.class).enabled(6)).isFalse();
        assertThat(logs.of(Logs.class).enabled(2)).isFalse();
        assertThat(logs.enabled(2)).isFalse();
    }

    @Test
    void aPatternForAFileOfKubeSchedulerMatchesTheCorrespondingClass() {
        Verbosity verbosity = Verbosity.of(0, "schedule_one=4,*_queue=5");
        assertThat(verbosity.of("AttemptRunner")).isEqualTo(4);
        assertThat(verbosity.of("SchedulingQueue")).isEqualTo(5);
        assertThat(verbosity.of("EventHandlers")).isZero();
    }

    @Test
    void anInvalidPatternIsRejected() {
        assertThatThrownBy(() -> Verbosity.of(0, "schedule_one"))
                .hasMessage("\"schedule_one\" does not have the pattern=N format");
        assertThatThrownBy(() -> Verbosity.of(0, "schedule_one=x"))
                .hasMessage("parsing verbosity in \"schedule_one=x\": not a number");
    }

    @Test
    void linesOverTheLimitAreLostAndCounted() {
        writer = writer(LogOptions.DEFAULT, 2);
        Logs logs = logs(0, "");
        for (int i = 0; i < 5; i++) {
            logs.info(0, "line " + i);
        }
        assertThat(logs.lostLines()).isEqualTo(3);
        assertThat(written())
                .contains("\"line 1\"", "lost because the queue was full\" lines=3")
                .doesNotContain("\"line 2\"");
    }

    @Test
    void aValueThatCannotBeWrittenCostsOnlyTheValuesOfItsLine() {
        Logs logs = logs(0, "");
        logs.info(
                0,
                "broken",
                "good",
                1,
                "bad",
                new Object() {
                    @Override
                    public String toString() {
                        throw new IllegalStateException();
                    }
                });
        logs.info(0, "next");
        assertThat(written())
                .contains("\"broken\" without=\"its values\"", "IllegalStateException", "\"next\"")
                .doesNotContain("good");
    }

    @Test
    void withTwoStreamsOnlyErrorsGoToTheErrorStream() {
        writer =
                writer(
                        new LogOptions(
                                LogOptions.Format.TEXT, 0, "", true, 0, Duration.ofSeconds(1)),
                        16);
        Logs logs = logs(0, "");
        logs.info(0, "fine");
        logs.error(null, "bad");
        assertThat(written()).contains("\"bad\"").doesNotContain("\"fine\"");
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("\"fine\"");
    }

    @Test
    void theRemainingLinesAreWrittenAtTheEnd() {
        try (Logs logs =
                Logs.start(
                        LogOptions.DEFAULT,
                        () -> 0,
                        ZoneOffset.UTC,
                        out,
                        err,
                        Thread.ofPlatform().name("log").factory())) {
            logs.info(0, "last words");
        }
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("\"last words\"");
    }

    @Test
    void librariesWriteIntoTheSameLog() {
        logs(4, "").serveLibraries();
        Logger library = LoggerFactory.getLogger("org.eclipse.jetty.server.Server");
        library.info("started {} in {} ms", "jetty", 12);
        library.debug("unheard");
        library.warn("trouble", new IllegalStateException("why"));
        assertThat(written())
                .contains(
                        "LogsTest.java:",
                        "\"started jetty in 12 ms\" logger=\"org.eclipse.jetty.server.Server\"",
                        "W0101",
                        "\"trouble\" logger=\"org.eclipse.jetty.server.Server\""
                                + " err=\"java.lang.IllegalStateException: why\"")
                .doesNotContain("unheard");
    }

    @Test
    void patternsAreSupportedInTheTextFormatOnly() {
        assertThatThrownBy(() ->
                        new LogOptions(LogOptions.Format.JSON, 0, "a=1", false, 0, Duration.ZERO))
                .hasMessage("vmodule: only supported for text log format");
        assertThatThrownBy(() -> LogOptions.Format.of("xml"))
                .hasMessage("unsupported log format \"xml\"; use text or json");
    }
}
