package dev.berth.app.config;

import dev.berth.answers.AnswerText;
import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.OutputFormat;
import dev.berth.app.cli.VersionProvider;
import dev.berth.app.options.ConfigurationFinding;
import dev.berth.app.options.ConfigurationOptions;
import dev.berth.app.options.ConfigurationResult;
import dev.berth.model.json.Json;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;

/// `berth config check`: checks whether a scheduler can start with a configuration.
@Command(
        name = "check",
        description = {
            "Check configurations and print one line per problem: file:line:column: path: problem.",
            "Warnings name what kube-scheduler ignores silently, such as the arguments of an"
                    + " unknown plugin. They do not change the exit code.",
            "The check also creates the plugins, so a scheduler can start with a configuration that"
                    + " passes.",
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {" 0:no problems", " 1:problems were found", " 2:wrong usage"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  berth config check scheduler.yaml other.yaml",
            "  berth config check -o json - < scheduler.yaml",
            "  berth config check --policy-config-file policy.json",
        })
final class ConfigCheckCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(
            paramLabel = "FILE",
            arity = "0..*",
            description =
                    "KubeSchedulerConfiguration file in YAML or JSON, or - for standard input")
    private List<String> files = new ArrayList<>();

    @Mixin private ConfigurationOptions options = new ConfigurationOptions();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "text or json (default: text)")
    private OutputFormat output = OutputFormat.TEXT;

    @Override
    public Integer call() {
        List<String> all = new ArrayList<>(files);
        options.config().ifPresent(all::add);
        if (all.isEmpty() && !options.policy().given()) {
            throw new ParameterException(spec.commandLine(), "no file to check; add a file");
        }
        List<ConfigurationResult> readings =
                all.isEmpty()
                        ? List.of(options.usable(System.in))
                        : all.stream().map(file -> options.usable(file, System.in)).toList();
        List<ConfigurationFinding> findings = of(readings, ConfigurationResult::findings);
        List<ConfigurationFinding> warnings = of(readings, ConfigurationResult::warnings);
        switch (output) {
            case TEXT -> print(all, findings, warnings);
            case JSON -> printJson(findings, warnings);
        }
        return findings.isEmpty() ? ExitCode.FINE : ExitCode.NO;
    }

    private static List<ConfigurationFinding> of(
            List<ConfigurationResult> readings,
            Function<ConfigurationResult, List<ConfigurationFinding>> part) {
        return readings.stream().flatMap(each -> part.apply(each).stream()).distinct().toList();
    }

    private void print(
            List<String> files,
            List<ConfigurationFinding> findings,
            List<ConfigurationFinding> warnings) {
        PrintWriter out = spec.commandLine().getOut();
        findings.forEach(finding -> out.println(finding.line()));
        warnings.forEach(warning -> out.println("warning: " + warning.line()));
        if (findings.isEmpty()) {
            out.println(
                    (files.isEmpty() ? "the policy" : String.join(", ", files))
                            + ": valid"
                            + (warnings.isEmpty()
                                    ? ""
                                    : ", with " + AnswerText.counted(warnings.size(), "warning")));
        }
    }

    private void printJson(
            List<ConfigurationFinding> findings, List<ConfigurationFinding> warnings) {
        Stream<Json> all =
                Stream.concat(
                        findings.stream().map(each -> each.json().with("severity", "error")),
                        warnings.stream().map(each -> each.json().with("severity", "warning")));
        spec.commandLine().getOut().println(new Json.Arr(all.toList()).text());
    }
}
