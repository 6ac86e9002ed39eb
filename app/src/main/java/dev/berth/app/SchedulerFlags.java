package dev.berth.app;

import dev.berth.app.flags.Flag;
import dev.berth.app.flags.FlagHelp;
import dev.berth.app.flags.Flags;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// All flags of the scheduler, in the order in which help shows their groups.
final class SchedulerFlags {
    static final Flags ALL =
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
                                    RemovedFlags.ALL)
                            .<Flag<?>>flatMap(List::stream)
                            .toList());

    private SchedulerFlags() {}

    /// @param name under which the program was called
    static String help(String name) {
        return """
        Schedules the pods of a Kubernetes cluster, in place of kube-scheduler and with its flags.

        Usage:
          %s [flags]
        """
                        .formatted(name)
                + FlagHelp.text(ALL)
                + "\nTaken with a notice and without effect, for manifests of older releases:\n  "
                + RemovedFlags.ALL.stream()
                        .map(flag -> "--" + flag.name())
                        .sorted()
                        .collect(Collectors.joining(", "))
                + "; of --port only 0\n";
    }
}
