package dev.berth.config;

import dev.berth.config.KnownGates.Spec;
import dev.berth.config.KnownGates.Stage;
import dev.berth.spi.Gates;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The feature gates of kube-scheduler, with the defaults of the emulated version or the values
/// that were set.
public final class FeatureGates implements Gates {
    /// The default feature gates.
    public static final FeatureGates DEFAULT =
            new FeatureGates(Versions.DEFAULT, defaults(Versions.DEFAULT));

    private static final String ALL_ALPHA = "AllAlpha";
    private static final String ALL_BETA = "AllBeta";
    private static final String COMPONENT = "kube";
    private static final Set<String> TRUE = Set.of("1", "t", "T", "TRUE", "true", "True");
    private static final Set<String> FALSE = Set.of("0", "f", "F", "FALSE", "false", "False");

    /// The versions that determine the stages of the gates.
    ///
    /// @param compatible the minimum compatibility version
    private record Versions(EmulatedVersion emulated, EmulatedVersion compatible) {
        private static final Versions DEFAULT =
                new Versions(EmulatedVersion.LATEST, EmulatedVersion.LATEST.oldestCompatible());

        static Versions of(List<String> emulated, List<String> compatible) {
            EmulatedVersion version = EmulatedVersion.of(emulated);
            return new Versions(
                    version,
                    compatible.isEmpty()
                            ? version.oldestCompatible()
                            : EmulatedVersion.of(compatible));
        }

        Spec at(KnownGates.Gate gate) {
            return gate.at(emulated.minor(), compatible.minor());
        }

        List<String> problems() {
            return emulated.problems(compatible);
        }
    }

    private final Versions versions;
    private final Map<String, Boolean> gates;

    private FeatureGates(Versions versions, Map<String, Boolean> gates) {
        this.versions = versions;
        this.gates = Collections.unmodifiableMap(gates);
    }

    private static Map<String, Boolean> defaults(Versions versions) {
        var gates = new TreeMap<String, Boolean>();
        KnownGates.all().forEach((name, gate) -> gates.put(name, versions.at(gate).on()));
        return gates;
    }

    /// The feature gates of a command line.
    ///
    /// @param flags the values of `--feature-gates`, each a list such as `A=true,B=false`
    /// @param emulated the values of `--emulated-version`
    /// @param compatible the values of `--min-compatibility-version`
    /// @throws IllegalArgumentException with all problems
    public static FeatureGates of(
            List<String> flags, List<String> emulated, List<String> compatible) {
        Versions versions = Versions.of(emulated, compatible);
        Map<String, Boolean> set = parsed(flags);
        Map<String, Boolean> gates = defaults(versions);
        var problems = new ArrayList<String>();
        set.forEach((name, on) -> set(name, on, versions, gates, problems));
        all(set, ALL_ALPHA, Stage.ALPHA, versions, gates);
        all(set, ALL_BETA, Stage.BETA, versions, gates);
        if (problems.isEmpty()) {
            problems.addAll(unmet(gates));
        }
        problems.addAll(versions.problems());
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    problems.size() == 1
                            ? problems.getFirst()
                            : "[" + String.join(", ", problems) + "]");
        }
        return new FeatureGates(versions, gates);
    }

    /// The gates that a command line sets, in order.
    ///
    /// @throws IllegalArgumentException if a value is not a list of gates
    static Map<String, Boolean> parsed(List<String> flags) {
        var pairs = new ArrayList<String>();
        var components = new HashSet<String>();
        for (String flag : flags) {
            for (String pair : flag.split(",", -1)) {
                if (!pair.isBlank()) {
                    int colon = pair.indexOf(':');
                    components.add(colon < 0 ? "" : pair.substring(0, colon).strip());
                    pairs.add(pair.substring(colon + 1).strip());
                }
            }
        }
        if (components.containsAll(Set.of("", COMPONENT))) {
            throw new IllegalArgumentException(
                    "set kube feature gates with default empty prefix or kube: prefix"
                            + " consistently, do not mix use");
        }
        for (String component : components) {
            if (!component.isEmpty() && !component.equals(COMPONENT)) {
                throw new IllegalArgumentException("component not registered: " + component);
            }
        }
        var set = new LinkedHashMap<String, Boolean>();
        pairs.forEach(pair -> parse(pair, set));
        return set;
    }

    private static void parse(String pair, Map<String, Boolean> set) {
        int equals = pair.indexOf('=');
        String name = (equals < 0 ? pair : pair.substring(0, equals)).strip();
        if (equals < 0) {
            throw new IllegalArgumentException("missing bool value for " + name);
        }
        String value = pair.substring(equals + 1).strip();
        if (!TRUE.contains(value) && !FALSE.contains(value)) {
            throw new IllegalArgumentException(
                    "invalid value of %s=%s, err: strconv.ParseBool: parsing \"%s\": invalid syntax"
                            .formatted(name, value, value));
        }
        set.put(name, TRUE.contains(value));
    }

    private static void set(
            String name,
            boolean on,
            Versions versions,
            Map<String, Boolean> gates,
            List<String> problems) {
        if (name.equals(ALL_ALPHA) || name.equals(ALL_BETA)) {
            return;
        }
        KnownGates.Gate gate = KnownGates.all().get(name);
        if (gate == null) {
            problems.add("unrecognized feature gate: " + name);
            return;
        }
        Spec spec = versions.at(gate);
        if (spec.locked() && spec.on() != on) {
            problems.add(
                    "cannot set feature gate %s to %s, feature is locked to %s"
                            .formatted(name, on, spec.on()));
        } else if (spec.stage() == Stage.TO_COME) {
            problems.add(
                    "cannot set feature gate %s to %s, feature is PreAlpha at emulated version %s, min compatibility version %s"
                            .formatted(name, on, versions.emulated(), versions.compatible()));
        } else {
            gates.put(name, on);
        }
    }

    /// Sets all gates of a stage that are not set by name.
    private static void all(
            Map<String, Boolean> set,
            String name,
            Stage stage,
            Versions versions,
            Map<String, Boolean> gates) {
        Boolean on = set.get(name);
        if (on == null) {
            return;
        }
        KnownGates.all()
                .forEach((each, gate) -> {
                    if (versions.at(gate).stage() == stage && !set.containsKey(each)) {
                        gates.put(each, on);
                    }
                });
    }

    /// The dependencies between these gates that are not met.
    List<String> unmet() {
        return unmet(gates);
    }

    private static List<String> unmet(Map<String, Boolean> gates) {
        var problems = new ArrayList<String>();
        KnownGates.all()
                .forEach((name, gate) -> {
                    List<String> off =
                            gate.needs().stream()
                                    .filter(need -> !gates.getOrDefault(need, false))
                                    .toList();
                    if (gates.getOrDefault(name, false) && !off.isEmpty()) {
                        problems.add(
                                "%s is enabled, but depends on features that are disabled: [%s]"
                                        .formatted(name, String.join(" ", off)));
                    }
                });
        return problems;
    }

    /// An unknown gate is off.
    @Override
    public boolean on(String gate) {
        return gates.getOrDefault(gate, false);
    }

    /// A feature gate and its value.
    ///
    /// @param stage `ALPHA`, `BETA`, `DEPRECATED`, or empty for general availability
    public record Setting(String name, String stage, boolean on) {}

    /// All feature gates of this version, by name.
    public List<Setting> all() {
        var all = new ArrayList<Setting>();
        gates.forEach((name, on) -> {
            Stage stage = versions.at(KnownGates.named(name)).stage();
            if (stage != Stage.TO_COME) {
                all.add(new Setting(name, stage == Stage.GA ? "" : stage.name(), on));
            }
        });
        return all;
    }

    /// The emulated version.
    public EmulatedVersion version() {
        return versions.emulated();
    }

    /// The minimum compatibility version.
    public EmulatedVersion minCompatibilityVersion() {
        return versions.compatible();
    }

    /// Whether the gate exists in the emulated version.
    boolean exists(String gate) {
        return versions.at(KnownGates.named(gate)).stage() != Stage.TO_COME;
    }

    /// These gates with one gate set, regardless of its stage.
    ///
    /// @throws IllegalArgumentException if the gate is unknown
    public FeatureGates with(String gate, boolean on) {
        if (!gates.containsKey(gate)) {
            throw new IllegalArgumentException("unrecognized feature gate: " + gate);
        }
        var changed = new TreeMap<>(gates);
        changed.put(gate, on);
        return new FeatureGates(versions, changed);
    }

    /// The gates with another value than their default that change only kube-scheduler's
    /// performance, as `name=value`.
    public List<String> withoutEffect() {
        return UnsupportedGates.PERFORMANCE.stream()
                .filter(gate -> on(gate) != DEFAULT.on(gate))
                .map(gate -> gate + "=" + on(gate))
                .toList();
    }

    /// The gates with values that Berth does not support, one message for each. The scheduler must
    /// not start with them.
    public List<String> unsupported() {
        return UnsupportedGates.problems(this);
    }
}
