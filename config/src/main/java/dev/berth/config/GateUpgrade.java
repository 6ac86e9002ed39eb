package dev.berth.config;

import dev.berth.config.KnownGates.Gate;
import dev.berth.config.KnownGates.Spec;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What happens to the feature gates of a command line with another release.
///
/// @param from the gates in the older release
/// @param to the gates in the newer release, without those that it rejects
/// @param set the names of the gates that the command line sets
/// @param problems what the newer release rejects, and what to do about it
public record GateUpgrade(
        FeatureGates from, FeatureGates to, Set<String> set, List<Problem> problems) {
    /// A gate that must be changed before the upgrade.
    public record Problem(String gate, String problem) {}

    public GateUpgrade {
        set = Set.copyOf(set);
        problems = List.copyOf(problems);
    }

    /// @param flags the values of `--feature-gates`
    /// @throws IllegalArgumentException if a value is not a list of gates, or neither release knows
    ///   a gate
    public static GateUpgrade of(List<String> flags, EmulatedVersion from, EmulatedVersion to) {
        Map<String, Boolean> set = FeatureGates.parsed(flags);
        Map<String, Gate> before = KnownGates.of(from);
        Map<String, Gate> after = KnownGates.of(to);
        FeatureGates older = at(from);
        FeatureGates newer = at(to);
        var problems = new ArrayList<Problem>();
        for (Map.Entry<String, Boolean> each : set.entrySet()) {
            String name = each.getKey();
            boolean on = each.getValue();
            if (name.equals("AllAlpha") || name.equals("AllBeta")) {
                throw new IllegalArgumentException(
                        name + " is not supported here; name the gates that it sets");
            }
            @Nullable Gate gate = after.get(name);
            if (gate == null && !before.containsKey(name)) {
                throw new IllegalArgumentException(
                        "unrecognized feature gate: %s; neither kube-scheduler %s nor %s has it"
                                .formatted(name, from, to));
            }
            if (gate == null) {
                problems.add(
                        new Problem(
                                name,
                                "kube-scheduler %s does not have this gate; remove %s=%s"
                                        .formatted(to, name, on)));
                continue;
            }
            older = older.with(name, on);
            Spec spec = gate.at(to.minor(), to.previous().minor());
            if (spec.locked() && spec.on() != on) {
                problems.add(
                        new Problem(
                                name,
                                "kube-scheduler %s locks this gate to %s; remove %s=%s"
                                        .formatted(to, spec.on(), name, on)));
            } else {
                newer = newer.with(name, on);
            }
        }
        for (String problem : newer.unmet()) {
            problems.add(new Problem(problem.substring(0, problem.indexOf(' ')), problem));
        }
        for (String problem : newer.unsupported()) {
            problems.add(new Problem(problem.split("[ =]")[2], problem));
        }
        return new GateUpgrade(older, newer, set.keySet(), problems);
    }

    private static FeatureGates at(EmulatedVersion release) {
        return FeatureGates.of(List.of(), List.of(release.toString()), List.of());
    }
}
