package dev.berth.app.flags;

import dev.berth.app.pflag.Flag;
import dev.berth.app.pflag.FlagType;
import dev.berth.app.pflag.GoTypes;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Flags of older releases that manifests still have. They are taken, and do nothing.
final class RemovedFlags {
    private static final String LOGS = "logs go to standard error, and it has no effect.";

    static final List<Flag<?>> ALL =
            List.of(
                    old(
                            "port",
                            new FlagType<>("int", "", (text, _) -> port(text), String::valueOf),
                            0,
                            "see --secure-port instead."),
                    old("address", GoTypes.STRING, "", "see --bind-address instead."),
                    old("logtostderr", GoTypes.BOOL, false, LOGS),
                    old("alsologtostderr", GoTypes.BOOL, false, LOGS),
                    old("one-output", GoTypes.BOOL, false, LOGS),
                    old("skip-headers", GoTypes.BOOL, false, LOGS),
                    old("skip-log-headers", GoTypes.BOOL, false, LOGS),
                    old("add-dir-header", GoTypes.BOOL, false, LOGS),
                    old("log-dir", GoTypes.STRING, "", LOGS),
                    old("log-file", GoTypes.STRING, "", LOGS),
                    old("log-file-max-size", GoTypes.STRING, "", LOGS),
                    old("stderrthreshold", GoTypes.STRING, "", LOGS),
                    old("log-backtrace-at", GoTypes.STRING, "", LOGS));

    /// What stands in a configuration now, by the flag that once said it.
    private static final Map<String, String> IN_A_FILE =
            Map.of(
                    "lock-object-name", "leaderElection.resourceName",
                    "lock-object-namespace", "leaderElection.resourceNamespace");

    private RemovedFlags() {}

    /// What to do instead of a flag that is not taken any more, if it was one once.
    static Optional<String> instead(String name) {
        return Optional.ofNullable(IN_A_FILE.get(name.replace('_', '-')))
                .map(field ->
                        "Older versions had it; a file for --config says it with %s, see"
                                        .formatted(field)
                                + " docs/operate/configuration.md#from-older-versions.");
    }

    private static <T> Flag<T> old(String name, FlagType<T> type, T byDefault, String notice) {
        return new Flag<>("", name, "", type, byDefault, "", notice);
    }

    private static int port(String text) {
        int port = GoTypes.INT.parser().apply(text, Optional.empty());
        if (port != 0) {
            throw new IllegalArgumentException(
                    "serving without TLS is gone; only 0 is taken, see --secure-port");
        }
        return port;
    }
}
