package dev.berth.plugins.podtopologyspread;

import dev.berth.model.LabelSyntax;
import dev.berth.model.SpreadConstraint;
import dev.berth.model.WellKnownLabels;
import dev.berth.spi.Problems;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Arguments of [PodTopologySpread].
///
/// @param defaultConstraints the constraints for pods without constraints; their selector is that
///   of the pod's services and owner
/// @param defaultingType the source of the default constraints
public record SpreadArgs(List<SpreadConstraint> defaultConstraints, DefaultingType defaultingType) {
    public static final SpreadArgs DEFAULT = new SpreadArgs(List.of(), DefaultingType.SYSTEM);

    /// The source of the default constraints.
    public enum DefaultingType {
        /// The system defaults: soft constraints over hosts and zones.
        SYSTEM,
        /// The configured list.
        LIST
    }

    /// The constraints of [DefaultingType#SYSTEM].
    static final List<SpreadConstraint> SYSTEM_DEFAULTS =
            List.of(softly(WellKnownLabels.HOSTNAME, 3), softly(WellKnownLabels.ZONE, 5));

    public SpreadArgs {
        defaultConstraints = List.copyOf(defaultConstraints);
    }

    private static SpreadConstraint softly(String key, int maxSkew) {
        return new SpreadConstraint(
                maxSkew,
                key,
                SpreadConstraint.SCHEDULE_ANYWAY,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    List<SpreadConstraint> defaults() {
        return defaultingType == DefaultingType.SYSTEM ? SYSTEM_DEFAULTS : defaultConstraints;
    }

    void check(Problems out) {
        if (defaultingType == DefaultingType.SYSTEM && !defaultConstraints.isEmpty()) {
            out.add("defaultingType", "System", "when .defaultConstraints are not empty");
        }
        Set<List<String>> met = new HashSet<>();
        for (int i = 0; i < defaultConstraints.size(); i++) {
            SpreadConstraint constraint = defaultConstraints.get(i);
            String path = "defaultConstraints[" + i + "]";
            if (constraint.maxSkew() <= 0) {
                out.add(path + ".maxSkew", constraint.maxSkew(), "not in valid range (0, inf)");
            }
            checkKey(constraint.topologyKey(), path + ".topologyKey", out);
            String action = constraint.whenUnsatisfiable();
            if (action.isEmpty()) {
                out.required(path + ".whenUnsatisfiable", "can not be empty");
            } else if (!action.equals(SpreadConstraint.DO_NOT_SCHEDULE)
                    && !action.equals(SpreadConstraint.SCHEDULE_ANYWAY)) {
                out.unsupported(
                        path + ".whenUnsatisfiable",
                        action,
                        List.of(
                                SpreadConstraint.DO_NOT_SCHEDULE,
                                SpreadConstraint.SCHEDULE_ANYWAY));
            }
            if (constraint.selector().isPresent()) {
                out.forbidden(
                        path + ".labelSelector",
                        constraint.selector().get(),
                        "constraint must not define a selector, as they deduced for each pod");
            }
            if (!met.add(List.of(constraint.topologyKey(), action))) {
                out.duplicate(path, "{%s, %s}".formatted(constraint.topologyKey(), action));
            }
        }
    }

    private static void checkKey(String key, String path, Problems out) {
        if (key.isEmpty()) {
            out.required(path, "can not be empty");
        } else {
            LabelSyntax.ofKey(key).forEach(problem -> out.add(path, key, problem));
        }
    }
}
