package dev.berth.app.up;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

import java.util.ArrayList;
import java.util.List;

/// The options of a cluster that clients can reach.
final class ApiOptions {
    static final String PORT = "--api-port";
    static final String DASHBOARD_PORT = "--dashboard-port";
    private static final String KUBECONFIG = "--kubeconfig";
    private static final String NO_SCHEDULER = "--no-scheduler";
    private static final String NO_CONTROLLERS = "--no-controllers";
    private static final int HIGHEST_PORT = 65_535;

    @Option(
            names = PORT,
            paramLabel = "N",
            description = "port of the API on 127.0.0.1 (default: a free port)")
    private @Nullable Integer port;

    @Option(
            names = DASHBOARD_PORT,
            paramLabel = "N",
            description = "port of the dashboard on 127.0.0.1 (default: a free port)")
    private @Nullable Integer dashboardPort;

    @Option(
            names = KUBECONFIG,
            paramLabel = "FILE",
            description =
                    "file to write the kubeconfig to (default: a temporary file that is deleted at"
                            + " the end)")
    private String kubeconfig = "";

    @Option(
            names = NO_SCHEDULER,
            description = "do not start a scheduler; another one can connect to the API")
    private boolean unscheduled;

    @Option(names = NO_CONTROLLERS, description = "do not start controllers or kubelets")
    private boolean uncontrolled;

    /// The problems of the options.
    ///
    /// @param untilIdle whether the run uses virtual time, which clients cannot follow
    List<String> problems(boolean untilIdle) {
        boolean given =
                port != null
                        || dashboardPort != null
                        || !kubeconfig.isEmpty()
                        || unscheduled
                        || uncontrolled;
        if (untilIdle && given) {
            return List.of(
                    "%s, %s, %s, %s and %s cannot be used with --until-idle, which runs on virtual time without an API"
                            .formatted(
                                    PORT,
                                    DASHBOARD_PORT,
                                    KUBECONFIG,
                                    NO_SCHEDULER,
                                    NO_CONTROLLERS));
        }
        var problems = new ArrayList<String>();
        check(PORT, port, problems);
        check(DASHBOARD_PORT, dashboardPort, problems);
        return problems;
    }

    private static void check(String option, @Nullable Integer port, List<String> problems) {
        if (port != null && (port < 0 || port > HIGHEST_PORT)) {
            problems.add(
                    "%s must be between 0 and %d, was %d".formatted(option, HIGHEST_PORT, port));
        }
    }

    /// 0 for a free port.
    int port() {
        return port == null ? 0 : port;
    }

    /// 0 for a free port.
    int dashboardPort() {
        return dashboardPort == null ? 0 : dashboardPort;
    }

    /// Empty for a temporary file.
    String kubeconfig() {
        return kubeconfig;
    }

    boolean scheduled() {
        return !unscheduled;
    }

    boolean controlled() {
        return !uncontrolled;
    }
}
