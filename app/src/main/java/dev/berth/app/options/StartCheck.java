package dev.berth.app.options;

import dev.berth.config.Configuration;
import dev.berth.config.ConfigurationException.Problem;
import dev.berth.engine.decide.Decider;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.kube.extender.HttpExtender;
import dev.berth.manifest.Manifests;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonPath;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// Checks whether a scheduler can start with a configuration: creates all plugins and resolves all
/// extenders.
public final class StartCheck {
    private static final Pattern PLUGIN = Pattern.compile("[Pp]lugin \"([^\"]+)\"");

    private StartCheck() {}

    /// The reason why plugins cannot be created.
    public record StartFailure(String text, Throwable cause) {}

    /// Checks a configuration without a file.
    static ConfigurationResult checked(Configuration configuration) {
        var findings = new ArrayList<ConfigurationFinding>();
        var causes = new ArrayList<Throwable>();
        for (Problem problem : problems(configuration, Json.Null.NULL, causes)) {
            findings.add(ConfigurationFinding.ofFlags(problem.text()));
        }
        return read(configuration, findings, causes);
    }

    /// @param document the document that the configuration was read from
    static ConfigurationResult checked(Configuration configuration, Manifests.Document document) {
        var findings = new ArrayList<ConfigurationFinding>();
        var causes = new ArrayList<Throwable>();
        for (Problem problem : problems(configuration, document.json(), causes)) {
            findings.add(ConfigurationFinding.of(document.origin(), problem));
        }
        return read(configuration, findings, causes);
    }

    private static ConfigurationResult read(
            Configuration configuration,
            List<ConfigurationFinding> findings,
            List<Throwable> causes) {
        configuration
                .gates()
                .unsupported()
                .forEach(each -> findings.add(ConfigurationFinding.ofFlags(each)));
        return new ConfigurationResult(Optional.of(configuration), findings, causes);
    }

    private static List<Problem> problems(
            Configuration configuration, Json written, List<Throwable> causes) {
        var problems = new ArrayList<>(configuration.startProblems());
        List<JsonPath> places = placesOfExtenders(configuration);
        for (int i = 0; i < places.size(); i++) {
            JsonPath at = places.get(i);
            try {
                new HttpExtender(configuration.extenders().get(i)).close();
            } catch (IllegalArgumentException e) {
                problems.add(new Problem(at, at + ": " + e.getMessage()));
                causes.add(e);
            }
        }
        int before = problems.size();
        List<ProfileSpec> profiles = configuration.profiles();
        for (int i = 0; i < profiles.size(); i++) {
            if (configuration.schedulers().get(i).startProblems().isEmpty()) {
                JsonPath at = JsonPath.ROOT.field("profiles").element(i);
                Json profile = written.at("profiles", Integer.toString(i)).orElse(Json.Null.NULL);
                failure(List.of(profiles.get(i)))
                        .ifPresent(why -> {
                            problems.add(new Problem(place(why.text(), profile, at), why.text()));
                            causes.add(why.cause());
                        });
            }
        }
        if (problems.size() == before && configuration.startProblems().isEmpty()) {
            JsonPath at = JsonPath.ROOT.field("profiles");
            failure(profiles)
                    .ifPresent(why -> {
                        problems.add(new Problem(at, why.text()));
                        causes.add(why.cause());
                    });
        }
        return problems;
    }

    /// The path of each extender. In the file, extenders have their own order; the scheduler calls
    /// those with `ignorable` last.
    private static List<JsonPath> placesOfExtenders(Configuration configuration) {
        Json.Obj written = configuration.written();
        Json may = Json.of(true);
        return IntStream.range(0, configuration.extenders().size())
                .boxed()
                .sorted(
                        Comparator.comparing(i ->
                                written.at("extenders", Integer.toString(i), "ignorable")
                                        .equals(Optional.of(may))))
                .map(i -> JsonPath.ROOT.field("extenders").element(i))
                .toList();
    }

    /// The path of the plugin that a failure names, else the path of the profile.
    private static JsonPath place(String failure, Json profile, JsonPath at) {
        Matcher plugin = PLUGIN.matcher(failure);
        if (plugin.find()
                && profile.at("plugins").orElse(Json.Null.NULL) instanceof Json.Obj sets) {
            for (var set : sets.fields().entrySet()) {
                if (set.getValue().at("enabled").orElse(Json.Null.NULL)
                        instanceof Json.Arr(var enabled)) {
                    for (int i = 0; i < enabled.size(); i++) {
                        if (enabled.get(i).textAt("name").equals(Optional.of(plugin.group(1)))) {
                            return at.field("plugins")
                                    .field(set.getKey())
                                    .field("enabled")
                                    .element(i);
                        }
                    }
                }
            }
        }
        return at;
    }

    /// The reason why the plugins of these profiles cannot be created and closed; empty if they
    /// can.
    public static Optional<StartFailure> failure(List<ProfileSpec> profiles) {
        try {
            new Decider(profiles).close();
            return Optional.empty();
        } catch (IllegalArgumentException | IllegalStateException e) {
            return Optional.of(new StartFailure(String.valueOf(e.getMessage()), e));
        } catch (RuntimeException | Error e) {
            // Plugins are third-party code that can throw anything.
            return Optional.of(new StartFailure("creating the plugins failed with " + e, e));
        }
    }
}
