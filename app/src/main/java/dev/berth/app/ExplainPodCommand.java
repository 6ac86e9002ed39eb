package dev.berth.app;

import dev.berth.app.ask.PodAnswer;
import dev.berth.app.ask.PresentAnswer;
import dev.berth.app.ask.Questions;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.util.concurrent.Callable;

/// `berth explain pod`: why a pod waits, or why it is where it is.
@Command(
        name = "pod",
        description = {
            "Say why a pod waits, or why it landed where it did.",
            "The answer in words, then nodes by reason, scores, what would help, and the attempts"
                    + " that are kept.",
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.Provider.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:fine",
            " 1:the server knows no such pod, or refuses to answer",
            " 2:wrong usage",
            " 4:the server cannot be reached",
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  berth explain pod shop/web-1",
            "  berth explain pod web-1 -n shop -o yaml",
            "  berth explain pod web-1 --present",
            "  berth explain pod web-1 --server https://127.0.0.1:10259"
                    + " --insecure-skip-tls-verify",
        })
final class ExplainPodCommand implements Callable<Integer> {
    @Parameters(paramLabel = "POD", description = "NAMESPACE/NAME, or NAME")
    private String pod;

    @Option(
            names = "--present",
            description = "judge it on the present state of the cluster, not on what was recorded")
    private boolean present;

    @Mixin private PodOptions pods = new PodOptions();

    @Mixin private AskOptions asking = new AskOptions();

    @Override
    public Integer call() {
        PodOptions.Key key = pods.key(pod, asking);
        String path = Questions.path("explain", "pods", key.namespace(), key.name());
        return present
                ? asking.ask(
                        path + "/present", (answer, _, paint) -> PresentAnswer.text(answer, paint))
                : asking.ask(path, PodAnswer::text);
    }
}
