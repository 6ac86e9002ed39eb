package dev.berth.testkit;

import dev.berth.model.LabelSelector;
import dev.berth.model.Requirement;
import dev.berth.model.SpreadConstraint;

import java.util.List;
import java.util.Optional;

/// Builds a topology spread constraint. Every method returns the builder.
///
/// The default is `DoNotSchedule` with a `maxSkew` of 1 and no selector, so it counts no pods.
public final class SpreadBuilder {
    private final String topologyKey;
    private int maxSkew = 1;
    private String whenUnsatisfiable = SpreadConstraint.DO_NOT_SCHEDULE;
    private Optional<LabelSelector> selector = Optional.empty();
    private Optional<Integer> minDomains = Optional.empty();
    private Optional<String> affinityPolicy = Optional.empty();
    private Optional<String> taintsPolicy = Optional.empty();
    private List<String> matchLabelKeys = List.of();

    SpreadBuilder(String topologyKey) {
        this.topologyKey = topologyKey;
    }

    public SpreadBuilder maxSkew(int maxSkew) {
        this.maxSkew = maxSkew;
        return this;
    }

    /// Sets `whenUnsatisfiable` to `ScheduleAnyway`.
    public SpreadBuilder soft() {
        return whenUnsatisfiable(SpreadConstraint.SCHEDULE_ANYWAY);
    }

    public SpreadBuilder whenUnsatisfiable(String action) {
        this.whenUnsatisfiable = action;
        return this;
    }

    /// Adds a label to the selector.
    public SpreadBuilder of(String key, String value) {
        selector = Optional.of(Build.narrowed(selector, key, value));
        return this;
    }

    /// Adds a requirement to the selector.
    public SpreadBuilder where(String key, String operator, String... values) {
        var requirement = new Requirement(key, operator, List.of(values));
        selector = Optional.of(Build.narrowed(selector, requirement));
        return this;
    }

    /// Sets the selector `{}`, which selects all pods.
    public SpreadBuilder ofAll() {
        selector = Optional.of(Build.EVERYTHING);
        return this;
    }

    public SpreadBuilder minDomains(int minDomains) {
        this.minDomains = Optional.of(minDomains);
        return this;
    }

    /// `nodeAffinityPolicy`: `Honor` or `Ignore`.
    public SpreadBuilder affinityPolicy(String policy) {
        this.affinityPolicy = Optional.of(policy);
        return this;
    }

    /// `nodeTaintsPolicy`: `Honor` or `Ignore`.
    public SpreadBuilder taintsPolicy(String policy) {
        this.taintsPolicy = Optional.of(policy);
        return this;
    }

    public SpreadBuilder matchLabelKeys(String... keys) {
        this.matchLabelKeys = List.of(keys);
        return this;
    }

    public SpreadConstraint build() {
        return new SpreadConstraint(
                maxSkew,
                topologyKey,
                whenUnsatisfiable,
                selector,
                minDomains,
                affinityPolicy,
                taintsPolicy,
                matchLabelKeys);
    }
}
