package dev.berth.app.flags;

import dev.berth.app.options.ConfigurationFinding;
import dev.berth.app.options.ConfigurationOptions;
import dev.berth.app.options.ConfigurationResult;
import dev.berth.app.options.PluginOptions;
import dev.berth.app.options.PolicyOptions;
import dev.berth.app.options.StartCheck;
import dev.berth.app.pflag.FlagValues;
import dev.berth.config.Settings;

import java.io.InputStream;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;

/// Reads the configuration that the flags of the scheduler describe.
public final class ConfigurationFlags {
    private ConfigurationFlags() {}

    public static ConfigurationOptions options(FlagValues values, PrintWriter err) {
        return options(values, PolicyFlags.options(values), err);
    }

    public static ConfigurationOptions options(
            FlagValues values, PolicyOptions policy, PrintWriter err) {
        return ConfigurationOptions.of(
                values.get(GeneralFlags.CONFIG),
                values.get(GateFlags.GATES),
                values.get(GateFlags.EMULATED),
                values.get(GateFlags.COMPATIBLE),
                policy,
                PluginOptions.of(
                        values.get(GeneralFlags.PLUGIN_FOLDERS),
                        values.get(GeneralFlags.PLUGIN_ERRORS),
                        values.get(GeneralFlags.PLUGIN_DIGESTS),
                        values.get(GeneralFlags.PLUGIN_DIGEST_FILES),
                        err));
    }

    /// The completed configuration that kube-scheduler would write, or the problems that prevent
    /// it.
    public static ConfigurationResult completed(
            FlagValues values, ConfigurationOptions options, InputStream standardInput) {
        boolean withFile = options.config().isPresent();
        ConfigurationResult reading =
                options.written(settings -> applied(settings, values, withFile), standardInput);
        if (reading.configuration().isEmpty()) {
            return reading;
        }
        // Parity: kube-scheduler creates the plugins before it writes the configuration.
        return StartCheck.failure(reading.configuration().get().profiles())
                .map(problem ->
                        new ConfigurationResult(
                                Optional.empty(),
                                List.of(
                                        new ConfigurationFinding(
                                                options.config().orElse(""),
                                                Optional.empty(),
                                                "",
                                                problem.text())),
                                List.of(problem.cause())))
                .orElse(reading);
    }

    /// The configuration of a changed file, with all problems that prevent a scheduler from
    /// starting.
    ///
    /// @param options those of the start: plugins are not loaded again
    public static ConfigurationResult reread(
            FlagValues values, ConfigurationOptions options, byte[] content) {
        return options.reread(content, settings -> applied(settings, values, true));
    }

    private static Settings applied(Settings settings, FlagValues values, boolean withFile) {
        Settings elected =
                settings.with(LeaderElectionFlags.applied(settings.leaderElection(), values));
        return withFile ? elected : DeprecatedFlags.applied(elected, values);
    }
}
