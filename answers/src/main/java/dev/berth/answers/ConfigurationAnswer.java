package dev.berth.answers;

import java.util.List;
import java.util.OptionalLong;

/// The answer of `configuration`: the file that is in force, the last reload, and the plugins that
/// are not part of Berth.
public record ConfigurationAnswer(
        @Doc("file of `--config`, or empty") String file,
        @Doc("whether the scheduler reloads the file when it changes") boolean reloads,
        @Doc("SHA-256 digest of the file that is in force, in hexadecimal, or empty") String digest,
        @Doc("when it came into force, in milliseconds since the Unix epoch") long sinceMillis,
        @Doc("reloads that came into force") long reloaded,
        @Doc("changes of the file that were rejected") long rejected,
        @Doc(
                        "result of the last change of the file: success, unchanged, invalid,"
                                + " restart or failed; empty if there was none")
                String lastResult,
        @Doc("when the file changed last, in milliseconds since the Unix epoch")
                OptionalLong lastMillis,
        @Doc("why the file as it is now is not in force; empty if it is") List<String> problems,
        @Doc("plugins that were loaded from jars and directories") List<PluginItem> plugins) {
    public static ConfigurationAnswer none() {
        return of(List.of());
    }

    /// A scheduler that does not reload its configuration.
    public static ConfigurationAnswer of(List<PluginItem> plugins) {
        return new ConfigurationAnswer(
                "", false, "", 0, 0, 0, "", OptionalLong.empty(), List.of(), plugins);
    }
}
