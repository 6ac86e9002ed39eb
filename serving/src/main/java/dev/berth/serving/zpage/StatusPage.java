package dev.berth.serving.zpage;

import dev.berth.engine.port.Clock;
import dev.berth.model.json.Json;
import dev.berth.serving.http.Endpoint;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/// `/statusz`: the version and the start time.
public final class StatusPage implements ZPage.Content {
    /// The component name of the pages.
    static final String COMPONENT = "kube-scheduler";

    private static final DateTimeFormatter UNIX =
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss 'UTC' yyyy", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private final Versions versions;
    private final Instant start;
    private final List<String> paths;
    private final Clock clock;

    private StatusPage(Versions versions, Instant start, List<String> paths, Clock clock) {
        this.versions = versions;
        this.start = start;
        this.paths = paths;
        this.clock = clock;
    }

    /// The versions of the page.
    ///
    /// @param runtime the Java version in the field of Go's version
    /// @param binary without a `v`: `1.36.4`
    /// @param emulated `1.36`
    public record Versions(String runtime, String binary, String emulated) {}

    /// @param start the start time of the process
    /// @param paths the served paths
    public static Endpoint of(
            Versions versions,
            Instant start,
            List<String> paths,
            Clock clock,
            ZPage.Formats formats) {
        return new ZPage(
                new StatusPage(
                        versions,
                        Instant.ofEpochSecond(start.getEpochSecond()),
                        List.copyOf(paths),
                        clock),
                formats);
    }

    @Override
    public String kind() {
        return "Statusz";
    }

    private Duration uptime() {
        Duration uptime = Duration.between(start, clock.instant());
        return uptime.isNegative() ? Duration.ZERO : uptime;
    }

    /// Differs: upstream chooses random separators, to prevent clients from parsing the text.
    @Override
    public String text() {
        Duration uptime = uptime();
        return """

        %s statusz
        %s

        Started: %s
        Up: %d hr %02d min %02d sec
        Go version: %s
        Binary version: %s
        Emulation version: %s
        Paths: %s
        """
                .formatted(
                        COMPONENT,
                        FlagPage.WARNING,
                        UNIX.format(start),
                        uptime.toHours(),
                        uptime.toMinutesPart(),
                        uptime.toSecondsPart(),
                        versions.runtime(),
                        versions.binary(),
                        versions.emulated(),
                        String.join(" ", paths));
    }

    @Override
    public Json.Obj fields() {
        return Json.Obj.builder()
                .put("startTime", start.toString())
                .put("uptimeSeconds", uptime().toSeconds())
                .put("goVersion", versions.runtime())
                .put("binaryVersion", versions.binary())
                .put("emulationVersion", versions.emulated())
                .put("paths", Json.arr(paths.stream().map(Json::of).toArray(Json[]::new)))
                .build();
    }
}
