package dev.berth.app.flags;

import dev.berth.app.pflag.Flag;
import dev.berth.app.pflag.GoLists;
import dev.berth.config.FeatureGates;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The flags for feature gates.
public final class GateFlags {
    private static final String GROUP = "feature gate";
    private static final Set<String> UNSETTLED = Set.of("ALPHA", "BETA");

    static final Flag<List<String>> GATES =
            new Flag<>(
                    GROUP,
                    "feature-gates",
                    GoLists.GATES,
                    List.of(),
                    "feature gates, such as A=true,B=false; AllAlpha and AllBeta set all gates of"
                            + " that stage; may be repeated. The gates are:\n"
                            + known());
    static final Flag<List<String>> EMULATED =
            new Flag<>(
                    GROUP,
                    "emulated-version",
                    GoLists.STRINGS,
                    List.of(),
                    "use the feature gates of this version, 1.34 to 1.37");
    static final Flag<List<String>> COMPATIBLE =
            new Flag<>(
                    GROUP,
                    "min-compatibility-version",
                    GoLists.STRINGS,
                    List.of(),
                    "oldest version of other components to be compatible with, from 1.34 to the"
                            + " emulated one");

    static final List<Flag<?>> ALL = List.of(GATES, EMULATED, COMPATIBLE);

    private GateFlags() {}

    /// The gates that can be set and are not locked, as kube-scheduler lists them.
    private static String known() {
        return Stream.concat(
                        FeatureGates.DEFAULT.all().stream(),
                        Stream.of(
                                new FeatureGates.Setting("AllAlpha", "ALPHA", false),
                                new FeatureGates.Setting("AllBeta", "BETA", false)))
                .filter(gate -> UNSETTLED.contains(gate.stage()))
                .sorted(Comparator.comparing(FeatureGates.Setting::name))
                .map(gate ->
                        "%s=true|false (%s - default=%s)"
                                .formatted(gate.name(), gate.stage(), gate.on()))
                .collect(Collectors.joining("\n"));
    }
}
