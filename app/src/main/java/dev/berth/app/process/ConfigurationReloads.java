package dev.berth.app.process;

import dev.berth.answers.ConfigurationAnswer;
import dev.berth.answers.PluginItem;
import dev.berth.app.jars.Digest;
import dev.berth.app.options.ConfigurationFinding;
import dev.berth.app.options.ConfigurationResult;
import dev.berth.app.options.RestartFields;
import dev.berth.config.Configuration;
import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;
import dev.berth.engine.port.ReloadOutcome;
import dev.berth.kubeclient.Sleeper;
import dev.berth.model.FileProblem;
import dev.berth.observe.metrics.BerthMetrics;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// Reloads the configuration when its file changes.
///
/// The file is read every two seconds. Its digest decides whether it has changed: the kubelet
/// updates a ConfigMap by replacing the symbolic link `..data`, which changes neither the path of
/// the file nor, for a watch of the operating system, the file itself. A change is handled when two
/// readings in a row are equal, so that a file that an editor is still writing is not used.
///
/// A change comes into force completely or not at all.
final class ConfigurationReloads {
    static final Duration INTERVAL = Duration.ofSeconds(2);

    /// The largest note of a Kubernetes event.
    private static final int MAX_NOTE = 1_000;

    /// Puts a configuration in force.
    @FunctionalInterface
    interface Target {
        ReloadOutcome reload(Configuration configuration) throws InterruptedException;
    }

    /// Records a Kubernetes event about this process.
    @FunctionalInterface
    interface Events {
        /// @param type `Normal` or `Warning`
        void report(String reason, String type, String note);
    }

    private enum Result {
        SUCCESS,
        /// The file says the same as before, in other words.
        UNCHANGED,
        /// `berth config check` finds problems.
        INVALID,
        /// A field has changed that needs a restart.
        RESTART,
        /// The file cannot be read, or the scheduler cannot use it.
        FAILED;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        boolean inForce() {
            return this == SUCCESS || this == UNCHANGED;
        }
    }

    /// @param digest the digest of the file that is in force
    private record State(
            Configuration inForce,
            String digest,
            long sinceMillis,
            long reloaded,
            long rejected,
            String lastResult,
            OptionalLong lastMillis,
            List<String> problems) {
        State unchanged(String newDigest) {
            return new State(
                    inForce,
                    newDigest,
                    sinceMillis,
                    reloaded,
                    rejected,
                    lastResult,
                    lastMillis,
                    problems);
        }
    }

    private record Outcome(Result result, List<String> problems) {}

    private final ReloadOptions options;
    private final Target target;
    private final Events events;
    private final BerthMetrics metrics;
    private final Clock clock;
    private final Log log;
    private volatile State state;
    private boolean started;

    /// The digest, or the problem, that was handled last, and the one that was read last.
    private String handled = "";

    /// Whether the file that was handled last is in force.
    private boolean handledInForce;

    private String read = "";

    /// @param inForce the configuration that the scheduler starts with
    ConfigurationReloads(
            ReloadOptions options,
            Configuration inForce,
            Target target,
            Events events,
            BerthMetrics metrics,
            Clock clock,
            Log log) {
        this.options = options;
        this.target = target;
        this.events = events;
        this.metrics = metrics;
        this.clock = clock;
        this.log = log.of(ConfigurationReloads.class);
        this.state =
                new State(inForce, "", millis(clock), 0, 0, "", OptionalLong.empty(), List.of());
        metrics.watchesConfiguration(Stream.of(Result.values()).map(Result::label).toList());
    }

    private static long millis(Clock clock) {
        return clock.instant().toEpochMilli();
    }

    /// The configuration in force.
    Configuration inForce() {
        return state.inForce();
    }

    ConfigurationAnswer answer(List<PluginItem> plugins) {
        State now = state;
        return new ConfigurationAnswer(
                options.file().toString(),
                true,
                now.digest(),
                now.sinceMillis(),
                now.reloaded(),
                now.rejected(),
                now.lastResult(),
                now.lastMillis(),
                now.problems(),
                plugins);
    }

    /// Reads the file again and again.
    void run(Sleeper pause) throws InterruptedException {
        while (true) {
            check(false);
            pause.atMost(INTERVAL);
        }
    }

    /// Reads the file, and handles its change.
    ///
    /// @param atOnce whether to handle a change that was not read before, and to try again a file
    ///   that is not in force
    synchronized void check(boolean atOnce) throws InterruptedException {
        byte[] content;
        String digest;
        Optional<String> unreadable = Optional.empty();
        try {
            content = Files.readAllBytes(options.file());
            digest = Digest.of(content);
        } catch (IOException e) {
            content = new byte[0];
            unreadable =
                    Optional.of(
                            "%s: cannot be read: %s"
                                    .formatted(options.file(), FileProblem.reason(e)));
            digest = unreadable.get();
        }
        boolean settled = atOnce || !started || digest.equals(read);
        read = digest;
        boolean known = digest.equals(handled) && (handledInForce || !atOnce);
        if (known || !settled) {
            return;
        }
        handled = digest;
        handle(content, digest, unreadable);
    }

    private void handle(byte[] content, String digest, Optional<String> unreadable)
            throws InterruptedException {
        Outcome outcome =
                unreadable.isPresent()
                        ? new Outcome(Result.FAILED, List.of(unreadable.get()))
                        : reload(content);
        handledInForce = outcome.result().inForce();
        if (!started) {
            started = true;
            if (outcome.result() == Result.UNCHANGED) {
                // The file as the scheduler has read it at its start.
                state = state.unchanged(digest);
                return;
            }
        }
        report(outcome, digest);
    }

    private Outcome reload(byte[] content) throws InterruptedException {
        ConfigurationResult result;
        try {
            result = options.reader().apply(content);
        } catch (RuntimeException problem) {
            return new Outcome(Result.FAILED, List.of(String.valueOf(problem.getMessage())));
        }
        if (!result.findings().isEmpty() || result.configuration().isEmpty()) {
            return new Outcome(
                    Result.INVALID,
                    result.findings().stream().map(ConfigurationFinding::line).distinct().toList());
        }
        Configuration next = result.configuration().get();
        Configuration before = state.inForce();
        List<String> fixed =
                RestartFields.changed(before.written(), next.written()).stream()
                        .map(RestartFields.Change::text)
                        .toList();
        if (!fixed.isEmpty()) {
            return new Outcome(Result.RESTART, fixed);
        }
        if (next.written().equals(before.written())) {
            return new Outcome(Result.UNCHANGED, List.of());
        }
        ReloadOutcome reloaded;
        try {
            reloaded = target.reload(next);
        } catch (RuntimeException | Error bug) {
            // Plugins are third-party code that can throw anything. The configuration before
            // remains in force, so the scheduler continues.
            log.error(bug, "Failed to reload the configuration", "file", options.file());
            return new Outcome(Result.FAILED, List.of("the reload failed with " + bug));
        }
        return switch (reloaded) {
            case ReloadOutcome.InForce(int reevaluated) -> {
                state = inForce(state, next);
                log.info(
                        0,
                        "Reloaded the configuration",
                        "file",
                        options.file(),
                        "digest",
                        handled,
                        "pods",
                        reevaluated);
                yield new Outcome(Result.SUCCESS, List.of());
            }
            case ReloadOutcome.Rejected(String message, boolean restart) ->
                    new Outcome(restart ? Result.RESTART : Result.FAILED, List.of(message));
        };
    }

    private State inForce(State before, Configuration next) {
        return new State(
                next,
                handled,
                millis(clock),
                before.reloaded() + 1,
                before.rejected(),
                before.lastResult(),
                before.lastMillis(),
                List.of());
    }

    private void report(Outcome outcome, String digest) {
        State before = state;
        Result result = outcome.result();
        boolean inForce = result.inForce();
        state =
                new State(
                        before.inForce(),
                        inForce ? digest : before.digest(),
                        before.sinceMillis(),
                        before.reloaded(),
                        before.rejected() + (inForce ? 0 : 1),
                        result.label(),
                        OptionalLong.of(millis(clock)),
                        outcome.problems());
        metrics.reloaded(result.label(), inForce);
        switch (result) {
            case SUCCESS -> {
                metrics.reloadedAt(millis(clock) / 1e3);
                events.report(
                        "ConfigurationReloaded",
                        "Normal",
                        "reloaded the configuration, sha256 " + digest);
            }
            case UNCHANGED ->
                    log.info(
                            0,
                            "The configuration file has changed, but not its meaning",
                            "file",
                            options.file(),
                            "digest",
                            digest);
            case INVALID, RESTART, FAILED -> {
                String problems = String.join("; ", outcome.problems());
                log.error(
                        null,
                        "Rejected the configuration; the one before remains in force",
                        "file",
                        options.file(),
                        "result",
                        result.label(),
                        "err",
                        problems);
                events.report(
                        "ConfigurationRejected",
                        "Warning",
                        shortened("rejected the configuration: " + problems));
            }
        }
    }

    private static String shortened(String note) {
        return note.length() <= MAX_NOTE ? note : note.substring(0, MAX_NOTE - 3) + "...";
    }
}
