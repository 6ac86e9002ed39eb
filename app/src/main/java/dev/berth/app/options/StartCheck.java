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

/// Finds out whether a scheduler could start with a configuration, by making all its plugins and
/// finding the way to its extenders.
public final class StartCheck {
    private static final Pattern PLUGIN = Pattern.compile("[Pp]lugin \"([^\"]+)\"");

    private StartCheck() {}

    /// A configuration that nobody wrote, with what flags may be wrong about it.
    static ConfigurationResult checked(Configuration configuration) {
        var findings = new ArrayList<ConfigurationFinding>();
        for (Problem problem : problems(configuration, Json.Null.NULL)) {
            findings.add(ConfigurationFinding.ofFlags(problem.text()));
        }
        return read(configuration, findings);
    }

    /// @param document where it was read
    static ConfigurationResult checked(Configuration configuration, Manifests.Document document) {
        var findings = new ArrayList<ConfigurationFinding>();
        for (Problem problem : problems(configuration, document.json())) {
            findings.add(ConfigurationFinding.of(document.origin(), problem));
        }
        return read(configuration, findings);
    }

    private static ConfigurationResult read(
            Configuration configuration, List<ConfigurationFinding> findings) {
        configuration
                .gates()
                .unsupported()
                .forEach(each -> findings.add(ConfigurationFinding.ofFlags(each)));
        return new ConfigurationResult(Optional.of(configuration), findings);
    }

    private static List<Problem> problems(Configuration configuration, Json written) {
        var problems = new ArrayList<>(configuration.startProblems());
        List<JsonPath> places = placesOfExtenders(configuration);
        for (int i = 0; i < places.size(); i++) {
            JsonPath at = places.get(i);
            try {
                new HttpExtender(configuration.extenders().get(i)).close();
            } catch (IllegalArgumentException e) {
                problems.add(new Problem(at, at + ": " + e.getMessage()));
            }
        }
        int before = problems.size();
        List<ProfileSpec> profiles = configuration.profiles();
        for (int i = 0; i < profiles.size(); i++) {
            if (configuration.schedulers().get(i).startProblems().isEmpty()) {
                JsonPath at = JsonPath.ROOT.field("profiles").element(i);
                Json profile = written.at("profiles", Integer.toString(i)).orElse(Json.Null.NULL);
                failure(List.of(profiles.get(i)))
                        .ifPresent(why -> problems.add(new Problem(place(why, profile, at), why)));
            }
        }
        if (problems.size() == before && configuration.startProblems().isEmpty()) {
            JsonPath at = JsonPath.ROOT.field("profiles");
            failure(profiles).ifPresent(why -> problems.add(new Problem(at, why)));
        }
        return problems;
    }

    /// Where each extender stands: in the file they have their order, in force those that may fail
    /// are last.
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

    /// Where the plugin stands that a failure is about, or else the profile.
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

    /// Why the plugins of these profiles cannot be made and let go again, if they cannot.
    public static Optional<String> failure(List<ProfileSpec> profiles) {
        try {
            new Decider(profiles).close();
            return Optional.empty();
        } catch (IllegalArgumentException | IllegalStateException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (RuntimeException | Error e) {
            // Plugins are other people's code.
            return Optional.of("making the plugins failed with " + e);
        }
    }
}
