package dev.berth.app.flags;

import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.Failure;
import dev.berth.app.pflag.Flag;
import dev.berth.app.pflag.FlagException;
import dev.berth.app.pflag.FlagHelp;
import dev.berth.app.pflag.FlagValues;
import dev.berth.app.pflag.Flags;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// All flags of the scheduler, in the order in which help shows their groups.
public final class SchedulerFlags {
    /// The name of the program that has these flags.
    public static final String PROGRAM = "kube-scheduler";

    public static final Flags ALL =
            new Flags(
                    Stream.of(
                                    GeneralFlags.FIRST,
                                    ServingFlags.ALL,
                                    AuthenticationFlags.ALL,
                                    AuthorizationFlags.ALL,
                                    DeprecatedFlags.ALL,
                                    PolicyFlags.ALL,
                                    LeaderElectionFlags.ALL,
                                    GateFlags.ALL,
                                    MetricsFlags.ALL,
                                    LoggingFlags.ALL,
                                    GeneralFlags.LAST,
                                    TracingFlags.ALL,
                                    RemovedFlags.ALL)
                            .<Flag<?>>flatMap(List::stream)
                            .toList());

    private SchedulerFlags() {}

    /// @param name the name of the program, for the hint
    public static FlagValues parse(List<String> args, String name) {
        try {
            return ALL.parse(args);
        } catch (FlagException e) {
            throw new Failure(
                    ExitCode.USAGE,
                    String.valueOf(e.getMessage()),
                    RemovedFlags.instead(e.unknown()).orElse("Try '" + name + " --help'."));
        }
    }

    /// @param name the name under which the program was started
    public static String help(String name) {
        return """
        Schedules the pods of a Kubernetes cluster. Replaces kube-scheduler and has its flags.

        Usage:
          %s [flags]
        """
                        .formatted(name)
                + FlagHelp.text(ALL)
                + "\nAccepted without effect, for manifests of older releases:\n  "
                + RemovedFlags.ALL.stream()
                        .map(flag -> "--" + flag.name())
                        .sorted()
                        .collect(Collectors.joining(", "))
                + "; --port accepts only 0\n";
    }
}
