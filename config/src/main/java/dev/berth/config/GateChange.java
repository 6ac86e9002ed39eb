package dev.berth.config;

import dev.berth.config.KnownGates.Gate;
import dev.berth.config.KnownGates.Spec;
import dev.berth.config.KnownGates.Stage;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// A change of a feature gate between two releases of kube-scheduler.
///
/// @param from the state in the older release; empty if it does not have the gate
/// @param to the state in the newer release; empty if it does not have the gate
/// @param newDependencies the gates that must be on with this gate since the newer release
public record GateChange(
        String name, Optional<State> from, Optional<State> to, List<String> newDependencies) {
    /// The state of a gate in a release.
    ///
    /// @param stage `alpha`, `beta`, `GA` or `deprecated`
    public record State(String stage, boolean on, boolean locked) {
        @Override
        public String toString() {
            return stage + (on ? ", on" : ", off") + (locked ? ", locked" : "");
        }
    }

    public GateChange {
        newDependencies = List.copyOf(newDependencies);
    }

    /// All changes between two releases, by name. The states are those without `--emulated-version`
    /// and `--min-compatibility-version`.
    public static List<GateChange> between(EmulatedVersion from, EmulatedVersion to) {
        Map<String, Gate> before = KnownGates.of(from);
        Map<String, Gate> after = KnownGates.of(to);
        var names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        var changes = new ArrayList<GateChange>();
        for (String name : names) {
            @Nullable Gate had = before.get(name);
            @Nullable Gate has = after.get(name);
            List<String> dependencies = new ArrayList<>(has == null ? List.of() : has.needs());
            dependencies.removeAll(had == null ? List.of() : had.needs());
            var change = new GateChange(name, state(had, from), state(has, to), dependencies);
            if (!change.from().equals(change.to()) || had != null && !dependencies.isEmpty()) {
                changes.add(change);
            }
        }
        return changes;
    }

    private static Optional<State> state(@Nullable Gate gate, EmulatedVersion release) {
        if (gate == null) {
            return Optional.empty();
        }
        Spec spec = gate.at(release.minor(), release.previous().minor());
        return spec.stage() == Stage.TO_COME
                ? Optional.empty()
                : Optional.of(
                        new State(
                                spec.stage() == Stage.GA
                                        ? "GA"
                                        : spec.stage().name().toLowerCase(Locale.ROOT),
                                spec.on(),
                                spec.locked()));
    }
}
