package dev.berth.app.flags;

import dev.berth.app.pflag.Flag;
import dev.berth.app.pflag.FlagType;
import dev.berth.app.pflag.GoTypes;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The flags of older releases that manifests still set. They are accepted and have no effect.
final class RemovedFlags {
    private static final String LOGS = "it has no effect; logs go to standard error.";

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

    /// The field of the configuration that replaces a removed flag.
    private static final Map<String, String> IN_A_FILE =
            Map.of(
                    "lock-object-name", "leaderElection.resourceName",
                    "lock-object-namespace", "leaderElection.resourceNamespace");

    private RemovedFlags() {}

    /// What to use instead of a removed flag; empty if there was no such flag.
    static Optional<String> instead(String name) {
        return Optional.ofNullable(IN_A_FILE.get(name.replace('_', '-')))
                .map(field ->
                        "Older versions had this flag; set %s in the configuration file instead, see"
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
                    "serving without TLS is not supported; only 0 is accepted, see --secure-port");
        }
        return port;
    }
}
