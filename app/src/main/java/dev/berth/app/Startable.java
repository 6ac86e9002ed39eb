package dev.berth.app;

import dev.berth.config.Configuration;
import dev.berth.config.ConfigurationException.Problem;
import dev.berth.engine.decide.Decider;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.manifest.Origin;
import dev.berth.model.json.JsonPath;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds out whether a scheduler could start with a configuration, by making all its plugins.
final class Startable {
    private Startable() {}

    /// @param origin where it was read, if it was
    static Reading checked(Configuration configuration, Optional<Origin> origin) {
        var findings = new ArrayList<Finding>();
        for (Problem problem : problems(configuration)) {
            findings.add(
                    origin.map(from -> Finding.of(from, problem))
                            .orElseGet(() -> Finding.ofFlags(problem.text())));
        }
        configuration.gates().unsupported().forEach(each -> findings.add(Finding.ofFlags(each)));
        return new Reading(Optional.of(configuration), findings);
    }

    private static List<Problem> problems(Configuration configuration) {
        var problems = new ArrayList<>(configuration.refusals());
        if (!configuration.extenders().isEmpty()) {
            problems.add(new Problem(JsonPath.ROOT.field("extenders"), EXTENDERS));
        }
        int before = problems.size();
        List<ProfileSpec> profiles = configuration.profiles();
        for (int i = 0; i < profiles.size(); i++) {
            if (configuration.schedulers().get(i).refusals().isEmpty()) {
                JsonPath at = JsonPath.ROOT.field("profiles").element(i);
                failure(List.of(profiles.get(i))).ifPresent(why -> problems.add(new Problem(at, why)));
            }
        }
        if (problems.size() == before && configuration.refusals().isEmpty()) {
            JsonPath at = JsonPath.ROOT.field("profiles");
            failure(profiles).ifPresent(why -> problems.add(new Problem(at, why)));
        }
        return problems;
    }

    static final String EXTENDERS =
            "extenders: extenders are not asked yet, and decisions without them would be others;"
                    + " take the list away";

    private static Optional<String> failure(List<ProfileSpec> profiles) {
        try {
            new Decider(profiles).close();
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
