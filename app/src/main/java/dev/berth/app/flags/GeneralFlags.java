package dev.berth.app.flags;

import dev.berth.app.options.PluginErrors;
import dev.berth.app.pflag.Flag;
import dev.berth.app.pflag.FlagType;
import dev.berth.app.pflag.FlagValues;
import dev.berth.app.pflag.GoLists;
import dev.berth.app.pflag.GoTypes;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/// What to start with, and what to show instead.
public final class GeneralFlags {
    private static final String MISC = "misc";
    private static final String GLOBAL = "global";
    private static final String OURS = "berth";
    private static final String SAME = "v1.36.4";
    private static final int HIGHEST_PORT = 65_535;

    static final Flag<String> CONFIG =
            new Flag<>(
                    MISC,
                    "config",
                    GoTypes.STRING,
                    "",
                    "a KubeSchedulerConfiguration, or - for standard input");
    public static final Flag<String> WRITE =
            new Flag<>(
                    MISC,
                    "write-config-to",
                    GoTypes.STRING,
                    "",
                    "write the completed configuration to this file, and end");
    public static final Flag<String> MASTER =
            new Flag<>(
                    MISC,
                    "master",
                    GoTypes.STRING,
                    "",
                    "the address of the API server, whatever the kubeconfig says");

    public static final Flag<Boolean> HELP =
            new Flag<>(GLOBAL, "help", GoTypes.BOOL, false, "show this, and end")
                    .withShorthand("h");
    public static final Flag<String> VERSION =
            new Flag<>(
                    GLOBAL,
                    "version",
                    new FlagType<>("version[=true]", "true", (text, _) -> version(text), v -> v),
                    "false",
                    "show the version, with =raw all about it, and end");

    static final Flag<List<Path>> PLUGIN_FOLDERS =
            new Flag<>(
                    OURS,
                    "plugin-dir",
                    GoLists.list(
                            "dir",
                            text -> List.of(Path.of(text)),
                            all ->
                                    all.stream()
                                            .map(Path::toString)
                                            .collect(Collectors.joining(",", "[", "]"))),
                    List.of(),
                    "a folder whose jars and folders are plugins, one each; may be given again");
    static final Flag<PluginErrors> PLUGIN_ERRORS =
            new Flag<>(
                    OURS,
                    "plugin-errors",
                    new FlagType<>(
                            "mode", "", (text, _) -> PluginErrors.of(text), PluginErrors::text),
                    PluginErrors.FAIL,
                    "fail or skip: what to do about plugins that cannot be loaded");

    public static final Flag<Integer> DASHBOARD_PORT =
            new Flag<>(
                    OURS,
                    "dashboard-port",
                    GoTypes.INT,
                    0,
                    "the port on 127.0.0.1 to serve the page on that shows every decision; 0 serves"
                            + " none");

    static final List<Flag<?>> FIRST = List.of(CONFIG, WRITE, MASTER);
    static final List<Flag<?>> LAST =
            List.of(HELP, VERSION, PLUGIN_FOLDERS, PLUGIN_ERRORS, DASHBOARD_PORT);

    private GeneralFlags() {}

    public static List<String> problems(FlagValues values) {
        int port = values.get(DASHBOARD_PORT);
        return port >= 0 && port <= HIGHEST_PORT
                ? List.of()
                : List.of(
                        "--dashboard-port %d must be between 0 and %d, inclusive. 0 for turning it off"
                                .formatted(port, HIGHEST_PORT));
    }

    /// `true`, `false`, `raw`, or the version to report, which must be ours but for what follows.
    private static String version(String text) {
        if (text.equals("raw")) {
            return text;
        }
        if (text.startsWith("v")) {
            if (!text.equals(SAME)
                    && !text.startsWith(SAME + "-")
                    && !text.startsWith(SAME + "+")) {
                throw new IllegalArgumentException(
                        "version \"%s\" must match major/minor/patch of default version \"%s\""
                                .formatted(text, SAME));
            }
            return text;
        }
        return Boolean.toString(GoTypes.bool(text));
    }
}
