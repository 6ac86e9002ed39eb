package dev.berth.app.run;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/// `berth run`: schedules the pods of a real cluster. Its command line follows the rules of
/// kube-scheduler and not those of the other commands.
@Command(
        name = "run",
        description = {
            "Schedule the pods of a Kubernetes cluster, in place of kube-scheduler.",
            "It has the flags of kube-scheduler; berth run --help shows them.",
        },
        customSynopsis = "berth run [flags]",
        footerHeading = "%nExamples:%n",
        footer = {
            "  berth run --help                                              show all flags",
            "  berth run --kubeconfig ~/.kube/config                         schedule the pods",
            "  berth run --config scheduler.yaml --write-config-to out.yaml  write the completed"
                    + " configuration",
        })
public final class RunCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(hidden = true)
    private List<String> args = new ArrayList<>();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        return new SchedulerProgram("berth run", out, err, System.getenv()).run(args, System.in);
    }
}
