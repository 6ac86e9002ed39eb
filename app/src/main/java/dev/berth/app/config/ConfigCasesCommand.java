package dev.berth.app.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.app.cli.Failure;
import dev.berth.app.cli.VersionProvider;
import dev.berth.app.flags.ConfigurationFlags;
import dev.berth.app.flags.SchedulerFlags;
import dev.berth.app.options.ConfigurationFinding;
import dev.berth.app.options.ConfigurationResult;
import dev.berth.app.pflag.FlagValues;
import dev.berth.config.ConfigurationException;
import dev.berth.config.PolicyReader;
import dev.berth.config.policy.PolicyMigration;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonReader;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `berth config cases`: completes many configurations in one process, for comparison with
/// kube-scheduler.
@Command(
        name = "cases",
        hidden = true,
        description = {
            "Read cases from standard input. For {\"args\": [...], \"text\": \"...\"}, print the",
            "configuration that berth run would write with these flags and this --config. For",
            "{\"policy\": {...}}, print the output of berth config migrate.",
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class)
final class ConfigCasesCommand implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        try (var reader = new JsonReader(System.in)) {
            for (Optional<Json> next = reader.next(); next.isPresent(); next = reader.next()) {
                out.println(answer(next.get()).text());
                out.flush();
            }
        }
    }

    private Json.Obj answer(Json given) {
        Optional<Json> policy = given.at("policy");
        if (policy.isPresent()) {
            return migrated(policy.get());
        }
        try {
            FlagValues values = SchedulerFlags.parse(args(given), SchedulerFlags.PROGRAM);
            byte[] text = given.textAt("text").orElse("").getBytes(UTF_8);
            ConfigurationResult reading =
                    ConfigurationFlags.completed(
                            values,
                            ConfigurationFlags.options(values, spec.commandLine().getErr()),
                            new ByteArrayInputStream(text));
            return reading.findings().isEmpty()
                    ? Json.Obj.of("written", reading.configuration().orElseThrow().written())
                    : problems(reading.findings());
        } catch (Failure e) {
            return problems(List.of(ConfigurationFinding.ofFlags(String.valueOf(e.getMessage()))));
        }
    }

    private static Json.Obj migrated(Json policy) {
        try {
            return Json.Obj.of(
                    "text",
                    Json.of(
                            ConfigMigrateCommand.text(
                                    PolicyMigration.of(PolicyReader.read(policy)))));
        } catch (ConfigurationException e) {
            return problems(List.of(ConfigurationFinding.ofFlags(String.valueOf(e.getMessage()))));
        }
    }

    private static List<String> args(Json given) {
        List<String> args = new ArrayList<>();
        if (given.at("text").isPresent()) {
            args.addAll(List.of("--config", "-"));
        }
        if (given.at("args").orElse(Json.Arr.EMPTY) instanceof Json.Arr(var flags)) {
            for (Json flag : flags) {
                if (flag instanceof Json.Str(var text)) {
                    args.add(text);
                }
            }
        }
        return args;
    }

    private static Json.Obj problems(List<ConfigurationFinding> findings) {
        return Json.Obj.of(
                "problems",
                new Json.Arr(findings.stream().<Json>map(ConfigurationFinding::json).toList()));
    }
}
