package dev.berth.app.explain;

import dev.berth.answers.QueueAnswer;
import dev.berth.answers.QueueState;
import dev.berth.app.cli.VersionProvider;
import dev.berth.app.client.AskOptions;
import dev.berth.app.client.QuestionClient;

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

/// `berth queue`: the pending pods by scheduling state.
@Command(
        name = "queue",
        description = {
            "Show the pending pods by scheduling state.",
            "With a state, also show the events that requeue each pod.",
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  berth queue",
            "  berth queue unschedulable --limit 100",
            "  berth queue -o json | jq '.states[] | {state, count}'",
        })
public final class QueueCommand implements Callable<Integer> {
    private static final int DEFAULT_LIMIT = 10;
    private static final int DEFAULT_LIMIT_OF_STATE = 100;
    private static final int MAX_LIMIT = 100_000;

    @Spec private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "STATE",
            completionCandidates = States.class,
            description =
                    "active, backoff, unschedulable, gated, waiting or binding (default: all)")
    private String state = "";

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "number of pods to show per state (default: 10; with STATE: 100)")
    private @Nullable Integer limit;

    @Mixin private AskOptions asking = new AskOptions();

    /// The values that shells complete.
    static final class States implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return QueueState.labels().iterator();
        }
    }

    @Override
    public Integer call() {
        if (!state.isEmpty() && !QueueState.labels().contains(state)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "'%s' is not a scheduling state of pending pods; use one of %s"
                            .formatted(state, String.join(", ", QueueState.labels())));
        }
        int max = limit != null ? limit : state.isEmpty() ? DEFAULT_LIMIT : DEFAULT_LIMIT_OF_STATE;
        if (max < 1 || max > MAX_LIMIT) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--limit must be between 1 and %d, was %d".formatted(MAX_LIMIT, max));
        }
        String query = "?limit=" + max + (state.isEmpty() ? "" : "&state=" + state);
        return asking.ask(
                QuestionClient.path("queue") + query,
                QueueAnswer.class,
                (answer, paint) -> QueueText.of(answer, !state.isEmpty(), paint));
    }
}
