package dev.berth.app.flags;

import dev.berth.app.options.PluginErrors;
import dev.berth.app.pflag.Flag;
import dev.berth.app.pflag.FlagType;
import dev.berth.app.pflag.FlagValues;
import dev.berth.app.pflag.GoLists;
import dev.berth.app.pflag.GoTypes;
import dev.berth.model.KubernetesVersion;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/// The general flags: configuration, plugins, help, version.
public final class GeneralFlags {
    private static final String MISC = "misc";
    private static final String GLOBAL = "global";
    private static final String OURS = "berth";
    private static final String SAME = KubernetesVersion.RELEASE;
    private static final int HIGHEST_PORT = 65_535;

    static final Flag<String> CONFIG =
            new Flag<>(
                    MISC,
                    "config",
                    GoTypes.STRING,
                    "",
                    "KubeSchedulerConfiguration file, or - for standard input");
    public static final Flag<String> WRITE =
            new Flag<>(
                    MISC,
                    "write-config-to",
                    GoTypes.STRING,
                    "",
                    "write the completed configuration to this file and exit");
    public static final Flag<String> MASTER =
            new Flag<>(
                    MISC,
                    "master",
                    GoTypes.STRING,
                    "",
                    "address of the API server; overrides the kubeconfig");

    public static final Flag<Boolean> HELP =
            new Flag<>(GLOBAL, "help", GoTypes.BOOL, false, "show this help and exit")
                    .withShorthand("h");
    public static final Flag<String> VERSION =
            new Flag<>(
                    GLOBAL,
                    "version",
                    new FlagType<>("version[=true]", "true", (text, _) -> version(text), v -> v),
                    "false",
                    "show the version and exit; =raw shows all details");

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
                    "directory in which each jar and each subdirectory is a plugin; may be"
                            + " repeated");
    static final Flag<PluginErrors> PLUGIN_ERRORS =
            new Flag<>(
                    OURS,
                    "plugin-errors",
                    new FlagType<>(
                            "mode", "", (text, _) -> PluginErrors.of(text), PluginErrors::text),
                    PluginErrors.FAIL,
                    "fail or skip: fail the start or skip the plugin if a plugin cannot be loaded");

    static final Flag<List<String>> PLUGIN_DIGESTS =
            new Flag<>(
                    OURS,
                    "plugin-digest",
                    GoLists.list(
                            "sha256:hex",
                            text -> List.of(text),
                            all -> all.stream().collect(Collectors.joining(",", "[", "]"))),
                    List.of(),
                    "load only plugins with a listed SHA-256 digest; may be repeated");
    static final Flag<List<Path>> PLUGIN_DIGEST_FILES =
            new Flag<>(
                    OURS,
                    "plugin-digests",
                    GoLists.list(
                            "file",
                            text -> List.of(Path.of(text)),
                            all ->
                                    all.stream()
                                            .map(Path::toString)
                                            .collect(Collectors.joining(",", "[", "]"))),
                    List.of(),
                    "load only plugins whose digest is in this file, in the format of sha256sum;"
                            + " may be repeated");

    public static final Flag<Boolean> RELOAD_CONFIG =
            new Flag<>(
                    OURS,
                    "reload-config",
                    GoTypes.BOOL,
                    false,
                    "reload the file of --config when it changes, without a restart");

    public static final Flag<Integer> DASHBOARD_PORT =
            new Flag<>(
                    OURS,
                    "dashboard-port",
                    GoTypes.INT,
                    0,
                    "port on 127.0.0.1 for the dashboard; 0 disables" + " it");

    static final List<Flag<?>> FIRST = List.of(CONFIG, WRITE, MASTER);
    static final List<Flag<?>> LAST =
            List.of(
                    HELP,
                    VERSION,
                    PLUGIN_FOLDERS,
                    PLUGIN_ERRORS,
                    PLUGIN_DIGESTS,
                    PLUGIN_DIGEST_FILES,
                    RELOAD_CONFIG,
                    DASHBOARD_PORT);

    private GeneralFlags() {}

    public static List<String> problems(FlagValues values) {
        if (values.get(RELOAD_CONFIG) && List.of("", "-").contains(values.get(CONFIG))) {
            return List.of("--reload-config needs a file; set --config to the configuration file");
        }
        int port = values.get(DASHBOARD_PORT);
        return port >= 0 && port <= HIGHEST_PORT
                ? List.of()
                : List.of(
                        "--dashboard-port %d must be between 0 and %d, inclusive. 0 for turning it off"
                                .formatted(port, HIGHEST_PORT));
    }

    /// `true`, `false`, `raw`, or the version to report. The reported version must equal the own
    /// version except for its suffix.
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
