package dev.berth.app;

import dev.berth.app.flags.Flag;
import dev.berth.app.flags.FlagValues;
import dev.berth.app.flags.GoLists;
import dev.berth.config.EmulatedVersion;

import java.util.List;
import java.util.Optional;

/// Which features are on.
final class GateFlags {
    private static final String GROUP = "feature gate";
    private static final EmulatedVersion OLDEST = new EmulatedVersion(1, 33);

    static final Flag<List<String>> GATES =
            new Flag<>(
                    GROUP,
                    "feature-gates",
                    GoLists.GATES,
                    List.of(),
                    "A=true,B=false: features on or off; AllAlpha and AllBeta stand for many; may"
                            + " be given again");
    static final Flag<List<String>> EMULATED =
            new Flag<>(
                    GROUP,
                    "emulated-version",
                    GoLists.STRINGS,
                    List.of(),
                    "feature gates as they were in that version, from 1.33 to 1.36");
    private static final Flag<List<String>> COMPATIBLE =
            new Flag<>(
                    GROUP,
                    "min-compatibility-version",
                    GoLists.STRINGS,
                    List.of(),
                    "the oldest version of other components to work with, from 1.33 to the emulated"
                            + " one");

    static final List<Flag<?>> ALL = List.of(GATES, EMULATED, COMPATIBLE);

    private GateFlags() {}

    /// What is wrong beside the gates themselves.
    static Optional<String> problem(FlagValues values, EmulatedVersion emulated) {
        if (values.get(COMPATIBLE).isEmpty()) {
            return Optional.empty();
        }
        try {
            EmulatedVersion oldest = EmulatedVersion.of(values.get(COMPATIBLE));
            return oldest.major() != 1
                            || oldest.minor() < OLDEST.minor()
                            || oldest.minor() > emulated.minor()
                    ? Optional.of(
                            "minCompatibilityVersion version %s is not between [%s, %s]"
                                    .formatted(oldest, OLDEST, emulated))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
