package dev.berth.app.flags;

import dev.berth.app.pflag.Flag;
import dev.berth.app.pflag.FlagValues;
import dev.berth.app.pflag.GoLists;
import dev.berth.app.pflag.GoTypes;
import dev.berth.config.FeatureGates;
import dev.berth.model.GoDuration;
import dev.berth.model.Quantity;
import dev.berth.model.json.Json;
import dev.berth.observe.log.LogOptions;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The flags for logging.
public final class LoggingFlags {
    private static final String GROUP = "logs";
    private static final String ALPHA = "LoggingAlphaOptions";
    private static final String NEEDS_GATE = "; requires the feature gate " + ALPHA;

    private static final Flag<String> FORMAT =
            new Flag<>(GROUP, "logging-format", GoTypes.STRING, "text", "text or json");
    private static final Flag<Duration> FLUSH =
            new Flag<>(
                    GROUP,
                    "log-flush-frequency",
                    GoTypes.DURATION,
                    Duration.ofSeconds(5),
                    "maximum time for which log lines are buffered");
    private static final Flag<Integer> VERBOSITY =
            new Flag<>(GROUP, "v", GoTypes.LEVEL, 0, "log verbosity; higher numbers log more")
                    .withShorthand("v");
    private static final Flag<List<GoLists.Pattern>> FILES =
            new Flag<>(
                    GROUP,
                    "vmodule",
                    GoLists.PATTERNS,
                    List.of(),
                    "log verbosity of the named files, pattern=N,...; only for the text format");
    private static final Flag<Boolean> SPLIT_TEXT = split("text");
    private static final Flag<Boolean> SPLIT_JSON = split("json");
    private static final Flag<Quantity> BUFFER_TEXT = buffer("text");
    private static final Flag<Quantity> BUFFER_JSON = buffer("json");

    static final List<Flag<?>> ALL =
            List.of(
                    FORMAT,
                    FLUSH,
                    VERBOSITY,
                    FILES,
                    SPLIT_TEXT,
                    SPLIT_JSON,
                    BUFFER_TEXT,
                    BUFFER_JSON);

    private LoggingFlags() {}

    private static Flag<Boolean> split(String format) {
        return new Flag<>(
                GROUP,
                "log-%s-split-stream".formatted(format),
                GoTypes.BOOL,
                false,
                "[Alpha] with the %s format, write errors to standard error and all other lines to standard output"
                                .formatted(format)
                        + NEEDS_GATE);
    }

    private static Flag<Quantity> buffer(String format) {
        return new Flag<>(
                GROUP,
                "log-%s-info-buffer-size".formatted(format),
                GoTypes.QUANTITY,
                Quantity.ZERO,
                "[Alpha] maximum bytes of lines other than errors to buffer when the streams are"
                        + " split"
                        + NEEDS_GATE);
    }

    /// The format; empty if the value is not a format.
    public static Optional<LogOptions.Format> format(FlagValues values) {
        return switch (values.get(FORMAT)) {
            case "text" -> Optional.of(LogOptions.Format.TEXT);
            case "json" -> Optional.of(LogOptions.Format.JSON);
            default -> Optional.empty();
        };
    }

    /// The log options, if the flags are valid.
    public static LogOptions options(FlagValues values) {
        LogOptions.Format format = format(values).orElseThrow();
        boolean text = format == LogOptions.Format.TEXT;
        return new LogOptions(
                format,
                values.get(VERBOSITY),
                values.get(FILES).stream()
                        .map(each -> each.file() + "=" + each.verbosity())
                        .collect(Collectors.joining(",")),
                values.get(text ? SPLIT_TEXT : SPLIT_JSON),
                values.get(text ? BUFFER_TEXT : BUFFER_JSON).value(),
                values.get(FLUSH));
    }

    public static List<String> problems(FlagValues values, FeatureGates gates) {
        var problems = new ArrayList<String>();
        if (!values.get(FLUSH).isPositive()) {
            problems.add(
                    "flushFrequency: Invalid value: \"%s\": Must be greater than zero"
                            .formatted(GoDuration.text(values.get(FLUSH))));
        }
        switch (format(values).orElse(null)) {
            case TEXT -> {}
            case JSON -> {
                if (!gates.on("LoggingBetaOptions")) {
                    problems.add(
                            "format: Forbidden: Log format json is disabled, see LoggingBetaOptions"
                                    + " feature");
                }
                if (!values.get(FILES).isEmpty()) {
                    problems.add("vmodule: Forbidden: Only supported for text log format");
                }
            }
            case null ->
                    problems.add(
                            "format: Invalid value: %s: Unsupported log format"
                                    .formatted(Json.of(values.get(FORMAT)).text()));
        }
        if (!gates.on(ALPHA)) {
            checkAlpha("text", values.get(SPLIT_TEXT), values.get(BUFFER_TEXT), problems);
            checkAlpha("json", values.get(SPLIT_JSON), values.get(BUFFER_JSON), problems);
        }
        return problems;
    }

    private static void checkAlpha(
            String format, boolean split, Quantity buffer, List<String> problems) {
        if (split) {
            problems.add(disabled(format, "splitStream"));
        }
        if (buffer.value() != 0) {
            problems.add(disabled(format, "infoBufferSize"));
        }
    }

    private static String disabled(String format, String option) {
        return "options.%s.%s: Forbidden: Feature %s is disabled".formatted(format, option, ALPHA);
    }
}
