package dev.berth.config;

import dev.berth.config.ConfigurationException.Problem;
import dev.berth.engine.port.ExtenderSpec;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// A configuration with all defaults.
///
/// @param schedulers the profiles, one for each scheduler name
/// @param extenders the extenders in the order of their calls
/// @param written the `KubeSchedulerConfiguration` as kube-scheduler writes it
public record Configuration(
        Settings settings,
        List<Scheduler> schedulers,
        List<ExtenderSpec> extenders,
        FeatureGates gates,
        Json.Obj written) {
    public Configuration {
        schedulers = List.copyOf(schedulers);
        extenders = List.copyOf(extenders);
    }

    /// A profile with additional information for users.
    ///
    /// @param chosen the plugins that the configuration itself adds to `multiPoint`
    /// @param startProblems the problems that occur only when the plugins are created
    public record Scheduler(ProfileSpec spec, Set<String> chosen, List<Problem> startProblems) {
        public Scheduler {
            chosen = Set.copyOf(chosen);
            startProblems = List.copyOf(startProblems);
        }
    }

    public List<ProfileSpec> profiles() {
        return schedulers.stream().map(Scheduler::spec).toList();
    }

    /// The problems that prevent the start of a scheduler and occur only after the configuration is
    /// read.
    public List<Problem> startProblems() {
        var startProblems = new ArrayList<Problem>();
        schedulers.forEach(scheduler -> startProblems.addAll(scheduler.startProblems()));
        startProblems.addAll(Checks.atStart(settings));
        return startProblems;
    }
}
