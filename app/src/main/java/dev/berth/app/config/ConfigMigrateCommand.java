package dev.berth.app.config;

import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.Failure;
import dev.berth.app.cli.ShellQuoting;
import dev.berth.app.cli.VersionProvider;
import dev.berth.app.options.ConfigurationFinding;
import dev.berth.app.options.PolicyOptions;
import dev.berth.config.ConfigurationException;
import dev.berth.config.PolicyReader;
import dev.berth.config.policy.Policy;
import dev.berth.config.policy.PolicyMigration;
import dev.berth.manifest.ManifestException;
import dev.berth.manifest.Manifests;
import dev.berth.manifest.YamlText;
import dev.berth.model.json.Json;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.InputStream;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/// `berth config migrate`: converts a Policy to a KubeSchedulerConfiguration.
@Command(
        name = "migrate",
        description = {
            "Convert a Policy of kube-scheduler 1.0 to 1.22 to a KubeSchedulerConfiguration of"
                    + " kube-scheduler 1.37.",
            "Comments describe each entry without an exact equivalent: what replaces it, and what"
                    + " differs.",
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {" 0:success", " 2:wrong usage, or a Policy that cannot be read"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  berth config migrate policy.json > scheduler.yaml",
            "  berth config migrate -o json - < policy.json",
        })
final class ConfigMigrateCommand implements Callable<Integer> {
    /// The last of the plugins that are always enabled.
    private static final String LAST_ALWAYS = "      - name: DefaultBinder";

    @Spec private CommandSpec spec;

    @Option(names = PolicyOptions.FILE_FLAG, hidden = true)
    private @Nullable String flagged;

    @Parameters(
            arity = "0..1",
            paramLabel = "POLICY",
            description = "Policy file in JSON or YAML, or - for standard input")
    private String file = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "yaml or json; with json, comments go to standard error (default: yaml)")
    private MigrateFormat output = MigrateFormat.YAML;

    @Override
    public Integer call() {
        if (flagged != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "the Policy is an argument without an option: berth config migrate "
                            + ShellQuoting.word(flagged));
        }
        if (file.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "no Policy; add a file, or - for standard input");
        }
        PolicyMigration.Result result = PolicyMigration.of(policy(file, System.in));
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        switch (output) {
            case YAML -> out.print(text(result));
            case JSON -> {
                out.println(result.configuration().text());
                result.notes().forEach(err::println);
            }
        }
        out.flush();
        if (!result.notes().isEmpty()) {
            err.println(differences(result.notes()) + " from the Policy");
        }
        err.flush();
        return ExitCode.FINE;
    }

    private static Policy policy(String file, InputStream standardInput) {
        try {
            Manifests.Document document = Manifests.readFirst(file, standardInput);
            if (document.json().textAt("kind").equals(Optional.of("KubeSchedulerConfiguration"))) {
                throw new Failure(
                        ExitCode.USAGE,
                        file
                                + ": is already a KubeSchedulerConfiguration; use berth config"
                                + " check to check it");
            }
            try {
                return PolicyReader.read(document.json());
            } catch (ConfigurationException e) {
                throw new Failure(
                        ExitCode.USAGE,
                        String.join(
                                System.lineSeparator(),
                                e.problems().stream()
                                        .map(each ->
                                                ConfigurationFinding.of(document.origin(), each)
                                                        .line())
                                        .distinct()
                                        .toList()));
            }
        } catch (ManifestException e) {
            throw new Failure(ExitCode.USAGE, ConfigurationFinding.of(e).line());
        }
    }

    /// The configuration with a comment for each difference.
    static String text(PolicyMigration.Result result) {
        var text = new StringBuilder("# A Policy as a configuration of kube-scheduler 1.37: ");
        if (result.notes().isEmpty()) {
            text.append("the decisions are the same.\n");
        } else {
            text.append(differences(result.notes())).append(".\n");
        }
        result.notes().forEach(note -> text.append("# - ").append(note).append(".\n"));
        YamlText.of(result.configuration())
                .lines()
                .forEach(line -> {
                    text.append(line).append('\n');
                    if (line.equals(LAST_ALWAYS)) {
                        result.extenderResult()
                                .forEach(entry -> text.append(extenderResult(entry)));
                    }
                });
        return text.toString();
    }

    /// A commented-out line that users can enable if they follow the advice.
    private static String extenderResult(Json.Obj entry) {
        String weight = entry.field("weight").map(it -> ", weight: " + it.text()).orElse("");
        return "      # - {name: %s%s}\n".formatted(entry.textAt("name").orElse(""), weight);
    }

    private static String differences(List<String> notes) {
        return notes.size() == 1 ? "1 difference" : notes.size() + " differences";
    }
}
