package dev.berth.app.explain;

import dev.berth.answers.WhyNotAnswer;
import dev.berth.app.cli.VersionProvider;
import dev.berth.app.client.AskOptions;
import dev.berth.app.client.PodOptions;
import dev.berth.app.client.QuestionClient;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

import java.util.concurrent.Callable;

/// `berth why-not`: why a pod is not on a node.
@Command(
        name = "why-not",
        description =
                "Explain why a pod is not on a node: which plugin rejects it, or which node scores"
                        + " higher.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {"  berth why-not shop/web-1 node-001", "  berth why-not web-1 node-001 -n shop"})
public final class WhyNotCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "POD", description = "NAMESPACE/NAME, or NAME")
    private String pod;

    @Parameters(index = "1", paramLabel = "NODE", description = "the name of the node")
    private String node;

    @Mixin private PodOptions pods = new PodOptions();

    @Mixin private AskOptions asking = new AskOptions();

    @Override
    public Integer call() {
        PodOptions.Key key = pods.key(ResourceArgument.withoutKind(pod, "pod"), asking);
        return asking.ask(
                QuestionClient.path(
                        "why-not",
                        key.namespace(),
                        key.name(),
                        ResourceArgument.withoutKind(node, "node")),
                WhyNotAnswer.class,
                WhyNotText::of);
    }
}
