package dev.berth.app.explain;

import dev.berth.answers.ExplainNodeAnswer;
import dev.berth.app.cli.VersionProvider;
import dev.berth.app.client.AskOptions;
import dev.berth.app.client.QuestionClient;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

import java.util.concurrent.Callable;

/// `berth explain node`: the free resources of a node, and which pending pods it rejects.
@Command(
        name = "node",
        description =
                "Show the free resources of a node, and which pending pods it rejects and why.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {"  berth explain node node-001", "  berth explain node node-001 -o json"})
final class ExplainNodeCommand implements Callable<Integer> {
    @Parameters(paramLabel = "NODE", description = "the name of the node")
    private String node;

    @Mixin private AskOptions asking = new AskOptions();

    @Override
    public Integer call() {
        return asking.ask(
                QuestionClient.path("explain", "nodes", node),
                ExplainNodeAnswer.class,
                NodeExplanationText::of);
    }
}
