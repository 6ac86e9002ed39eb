package dev.berth.config;

import dev.berth.config.ConfigurationException.Problem;
import dev.berth.engine.port.ExtenderSpec;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// What is in force: a configuration that was read, with all defaults.
///
/// @param schedulers one for each scheduler name
/// @param extenders in the order they are asked
/// @param written as a `KubeSchedulerConfiguration`, as kube-scheduler writes it
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

    /// A profile and what a reader wants to know of it.
    ///
    /// @param chosen plugins the configuration itself put into `multiPoint`
    /// @param refusals what is wrong with it and only found out when its plugins are made
    public record Scheduler(ProfileSpec spec, Set<String> chosen, List<Problem> refusals) {
        public Scheduler {
            chosen = Set.copyOf(chosen);
            refusals = List.copyOf(refusals);
        }
    }

    public List<ProfileSpec> profiles() {
        return schedulers.stream().map(Scheduler::spec).toList();
    }

    /// Why a scheduler must not start with it, beyond what was wrong when it was read.
    public List<Problem> refusals() {
        var refusals = new ArrayList<Problem>();
        schedulers.forEach(scheduler -> refusals.addAll(scheduler.refusals()));
        refusals.addAll(Checks.atStart(settings));
        return refusals;
    }
}
