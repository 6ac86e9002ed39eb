package dev.berth.app.config;

import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.VersionProvider;
import dev.berth.app.options.ConfigurationOptions;
import dev.berth.config.Configuration;
import dev.berth.engine.port.ExtenderSpec;
import dev.berth.manifest.YamlText;
import dev.berth.model.json.Json;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/// `berth config show`: shows the effective configuration.
@Command(
        name = "show",
        description = {
            "Show the effective configuration: for every profile, the plugins at each extension"
                    + " point in order, their weights, their origin and their arguments.",
            "FROM is default, multiPoint, or the extension point at which the configuration enables"
                    + " the plugin.",
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  berth config show",
            "  berth config show --config scheduler.yaml -o yaml",
        })
final class ConfigShowCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Mixin private ConfigurationOptions options = new ConfigurationOptions();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "table, yaml or json (default: table)")
    private ShowFormat output = ShowFormat.TABLE;

    @Override
    public Integer call() {
        Configuration configuration = options.inForce(System.in);
        List<PluginsInForce> profiles = PluginsInForce.of(configuration);
        PrintWriter out = spec.commandLine().getOut();
        switch (output) {
            case TABLE -> print(settings(configuration), profiles, out);
            case YAML -> out.print(YamlText.of(json(configuration, profiles)));
            case JSON -> out.println(json(configuration, profiles).text());
        }
        out.flush();
        return ExitCode.FINE;
    }

    /// The settings without the profiles and without secrets.
    private static Json.Obj settings(Configuration configuration) {
        Json.Obj settings =
                configuration.written().without("apiVersion").without("kind").without("profiles");
        return settings.at("extenders").orElse(Json.Null.NULL) instanceof Json.Arr(var extenders)
                ? settings.with(
                        "extenders",
                        new Json.Arr(extenders.stream().map(ConfigShowCommand::redacted).toList()))
                : settings;
    }

    private static Json redacted(Json extender) {
        return extender instanceof Json.Obj all
                        && all.at("tlsConfig").orElse(Json.Null.NULL) instanceof Json.Obj tls
                        && tls.at("keyData").isPresent()
                ? all.with("tlsConfig", tls.with("keyData", Json.of(ExtenderSpec.REDACTED)))
                : extender;
    }

    private static Json.Obj json(Configuration configuration, List<PluginsInForce> profiles) {
        return settings(configuration)
                .with(
                        "profiles",
                        new Json.Arr(profiles.stream().<Json>map(PluginsInForce::json).toList()));
    }

    private static void print(Json.Obj settings, List<PluginsInForce> profiles, PrintWriter out) {
        for (PluginsInForce profile : profiles) {
            out.println("profile " + profile.schedulerName());
            List<List<String>> rows = new ArrayList<>();
            rows.add(List.of("POINT", "PLUGIN", "WEIGHT", "FROM"));
            for (PluginsInForce.Row row : profile.rows()) {
                rows.add(
                        List.of(
                                row.point().key(),
                                row.plugin(),
                                row.weight() == 0 ? "" : Long.toString(row.weight()),
                                row.from()));
            }
            align(rows, out);
            out.println();
            List<List<String>> arguments = new ArrayList<>();
            arguments.add(List.of("PLUGIN", "ARGUMENTS"));
            profile.arguments()
                    .forEach((plugin, args) -> arguments.add(List.of(plugin, args.text())));
            align(arguments, out);
            out.println();
        }
        List<List<String>> rest = new ArrayList<>();
        rest.add(List.of("SETTING", "VALUE"));
        for (Map.Entry<String, Json> setting : settings.fields().entrySet()) {
            rest.add(List.of(setting.getKey(), setting.getValue().text()));
        }
        align(rest, out);
    }

    private static void align(List<List<String>> rows, PrintWriter out) {
        int[] widths = new int[rows.getFirst().size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : rows) {
            var line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                line.append(row.get(i)).repeat(' ', widths[i] - row.get(i).length() + 2);
            }
            out.println(line.toString().stripTrailing());
        }
    }
}
