package dev.berth.app;

import dev.berth.app.ask.Questions;
import dev.berth.app.ask.QueueAnswer;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.util.Iterator;
import java.util.concurrent.Callable;

/// `berth queue`: who waits, where, and for what.
@Command(
        name = "queue",
        description = {
            "Show the pods that wait, by the lane they wait in.",
            "With a lane, also what would have each of its pods tried again.",
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.Provider.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  berth queue",
            "  berth queue unschedulable --limit 100",
            "  berth queue -o json | jq '.lanes[] | {lane, count}'",
        })
final class QueueCommand implements Callable<Integer> {
    private static final int DEFAULTS = 10;
    private static final int DEFAULT_OF_ONE = 100;
    private static final int MAX = 100_000;

    @Spec private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "LANE",
            completionCandidates = Lanes.class,
            description =
                    "active, backoff, unschedulable, gated, waiting or binding (default: all)")
    private String lane = "";

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "how many pods of a lane are shown (default: 10; with a lane: 100)")
    private @Nullable Integer limit;

    @Mixin private AskOptions asking = new AskOptions();

    /// For shells.
    static final class Lanes implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return QueueAnswer.LANES.iterator();
        }
    }

    @Override
    public Integer call() {
        if (!lane.isEmpty() && !QueueAnswer.LANES.contains(lane)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "'%s' is no lane; there are %s"
                            .formatted(lane, String.join(", ", QueueAnswer.LANES)));
        }
        int max = limit != null ? limit : lane.isEmpty() ? DEFAULTS : DEFAULT_OF_ONE;
        if (max < 1 || max > MAX) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--limit must be between 1 and %d, was %d".formatted(MAX, max));
        }
        String query = "?limit=" + max + (lane.isEmpty() ? "" : "&lane=" + lane);
        return asking.ask(
                Questions.path("queue") + query,
                (answer, now, paint) -> QueueAnswer.text(answer, lane, now, paint));
    }
}
