package dev.berth.app;

import dev.berth.app.ask.NodeAnswer;
import dev.berth.app.ask.Questions;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

import java.util.concurrent.Callable;

/// `berth explain node`: what a node has, and which pods that wait it refuses.
@Command(
        name = "node",
        description =
                "Say what room a node has, and which of the pods that wait it refuses, and why.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.Provider.class,
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
                Questions.path("explain", "nodes", node),
                (answer, _, paint) -> NodeAnswer.text(answer, paint));
    }
}
