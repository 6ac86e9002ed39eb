package dev.berth.app.explain;

import dev.berth.answers.DryRunAnswer;
import dev.berth.answers.ExplainPodAnswer;
import dev.berth.app.cli.VersionProvider;
import dev.berth.app.client.AskOptions;
import dev.berth.app.client.PodOptions;
import dev.berth.app.client.QuestionClient;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.util.concurrent.Callable;

/// `berth explain pod`: why a pod is pending, or why it is on its node.
@Command(
        name = "pod",
        description = {
            "Explain why a pod is pending, or why it is on its node.",
            "Prints a summary, then the rejected nodes by reason, scores, the events that requeue"
                    + " the pod, hints, and the attempts that the scheduler keeps.",
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:success",
            " 1:the server returned an error, for example because the pod does not exist",
            " 2:wrong usage",
            " 4:the server cannot be reached",
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  berth explain pod shop/web-1",
            "  berth explain pod web-1 -n shop -o yaml",
            "  berth explain pod web-1 --dry-run",
            "  berth explain pod web-1 --server https://127.0.0.1:10259 \\",
            "    --insecure-skip-tls-verify",
        })
final class ExplainPodCommand implements Callable<Integer> {
    @Parameters(paramLabel = "POD", description = "NAMESPACE/NAME, or NAME")
    private String pod;

    @Option(
            names = "--dry-run",
            description =
                    "run a scheduling cycle on the current state instead of showing past attempts")
    private boolean dryRun;

    @Mixin private PodOptions pods = new PodOptions();

    @Mixin private AskOptions asking = new AskOptions();

    @Override
    public Integer call() {
        PodOptions.Key key = pods.key(pod, asking);
        String path = QuestionClient.path("explain", "pods", key.namespace(), key.name());
        return dryRun
                ? asking.ask(path + "/dry-run", DryRunAnswer.class, DryRunText::of)
                : asking.ask(path, ExplainPodAnswer.class, PodExplanationText::of);
    }
}
