package dev.berth.harness.cases;

import static dev.berth.harness.cases.CaseTheme.ARGUMENTS;
import static dev.berth.harness.cases.CaseTheme.BUDGETS;
import static dev.berth.harness.cases.CaseTheme.CORDONS;
import static dev.berth.harness.cases.CaseTheme.CROWDED;
import static dev.berth.harness.cases.CaseTheme.DELETING;
import static dev.berth.harness.cases.CaseTheme.DEVICES;
import static dev.berth.harness.cases.CaseTheme.EXACT;
import static dev.berth.harness.cases.CaseTheme.FEATURES;
import static dev.berth.harness.cases.CaseTheme.GATES;
import static dev.berth.harness.cases.CaseTheme.IMAGES;
import static dev.berth.harness.cases.CaseTheme.LIMITS;
import static dev.berth.harness.cases.CaseTheme.NODE_AFFINITY;
import static dev.berth.harness.cases.CaseTheme.NODE_NAME;
import static dev.berth.harness.cases.CaseTheme.NOMINATED;
import static dev.berth.harness.cases.CaseTheme.OWNERS;
import static dev.berth.harness.cases.CaseTheme.OWN_NOMINATION;
import static dev.berth.harness.cases.CaseTheme.PLUGIN_SETS;
import static dev.berth.harness.cases.CaseTheme.POD_AFFINITY;
import static dev.berth.harness.cases.CaseTheme.PORTS;
import static dev.berth.harness.cases.CaseTheme.PRIORITIES;
import static dev.berth.harness.cases.CaseTheme.PROFILES;
import static dev.berth.harness.cases.CaseTheme.RESIZE;
import static dev.berth.harness.cases.CaseTheme.RESOURCES;
import static dev.berth.harness.cases.CaseTheme.SPREAD;
import static dev.berth.harness.cases.CaseTheme.TAINTS;
import static dev.berth.harness.cases.CaseTheme.TWINS;
import static dev.berth.harness.cases.CaseTheme.UNREADABLE;
import static dev.berth.harness.cases.CaseTheme.VOLUMES;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The cases about one subject, with their share of a run.
public enum CaseFamily {
    FIT(8, Map.of(RESOURCES, 85, EXACT, 45, RESIZE, 30, ARGUMENTS, 60, PRIORITIES, 20)),
    NODES(
            7,
            Map.of(
                    TAINTS,
                    45,
                    CORDONS,
                    20,
                    NODE_AFFINITY,
                    60,
                    NODE_NAME,
                    6,
                    FEATURES,
                    20,
                    UNREADABLE,
                    8,
                    ARGUMENTS,
                    30,
                    DELETING,
                    2)),
    PORTS_OF_PODS("ports", 5, Map.of(PORTS, 85, OWN_NOMINATION, 5, PRIORITIES, 30)),
    AFFINITY(
            8,
            Map.of(
                    POD_AFFINITY,
                    75,
                    ARGUMENTS,
                    35,
                    DELETING,
                    6,
                    UNREADABLE,
                    2,
                    CORDONS,
                    4,
                    PRIORITIES,
                    30)),
    SPREAD_OF_PODS(
            "spread",
            8,
            Map.of(
                    SPREAD,
                    65,
                    OWNERS,
                    55,
                    TAINTS,
                    15,
                    NODE_AFFINITY,
                    15,
                    ARGUMENTS,
                    45,
                    DELETING,
                    8,
                    UNREADABLE,
                    4,
                    PRIORITIES,
                    30)),
    IMAGE_LOCALITY("images", 4, Map.of(IMAGES, 90, ARGUMENTS, 5)),
    VOLUMES_OF_PODS(
            "volumes",
            8,
            Map.ofEntries(
                    Map.entry(VOLUMES, 85),
                    Map.entry(PRIORITIES, 40),
                    Map.entry(NOMINATED, 12),
                    Map.entry(OWN_NOMINATION, 5),
                    Map.entry(CROWDED, 6),
                    Map.entry(BUDGETS, 8),
                    Map.entry(DELETING, 2),
                    Map.entry(PLUGIN_SETS, 35))),
    CONFIG(
            6,
            Map.ofEntries(
                    Map.entry(RESOURCES, 15),
                    Map.entry(EXACT, 10),
                    Map.entry(TAINTS, 20),
                    Map.entry(NODE_AFFINITY, 25),
                    Map.entry(PORTS, 15),
                    Map.entry(POD_AFFINITY, 20),
                    Map.entry(SPREAD, 20),
                    Map.entry(IMAGES, 25),
                    Map.entry(ARGUMENTS, 50),
                    Map.entry(PLUGIN_SETS, 90),
                    Map.entry(PRIORITIES, 30),
                    Map.entry(CROWDED, 12),
                    Map.entry(BUDGETS, 10))),
    PROFILES_OF_PODS(
            "profiles",
            3,
            Map.of(
                    PROFILES,
                    90,
                    DELETING,
                    12,
                    ARGUMENTS,
                    40,
                    PLUGIN_SETS,
                    40,
                    TAINTS,
                    20,
                    NODE_AFFINITY,
                    20,
                    SPREAD,
                    10,
                    GATES,
                    5,
                    PRIORITIES,
                    30,
                    CROWDED,
                    20)),
    NOMINATION(
            "nominated",
            7,
            Map.ofEntries(
                    Map.entry(NOMINATED, 85),
                    Map.entry(OWN_NOMINATION, 25),
                    Map.entry(EXACT, 35),
                    Map.entry(PORTS, 25),
                    Map.entry(POD_AFFINITY, 30),
                    Map.entry(SPREAD, 30),
                    Map.entry(NODE_AFFINITY, 10),
                    Map.entry(GATES, 5),
                    Map.entry(PROFILES, 10),
                    Map.entry(DELETING, 4),
                    Map.entry(PRIORITIES, 50),
                    Map.entry(CROWDED, 35),
                    Map.entry(TWINS, 10),
                    Map.entry(BUDGETS, 20))),
    PREEMPT(
            11,
            Map.ofEntries(
                    Map.entry(PRIORITIES, 100),
                    Map.entry(CROWDED, 72),
                    Map.entry(TWINS, 35),
                    Map.entry(BUDGETS, 60),
                    Map.entry(DELETING, 8),
                    Map.entry(NOMINATED, 40),
                    Map.entry(OWN_NOMINATION, 25),
                    Map.entry(RESOURCES, 12),
                    Map.entry(EXACT, 25),
                    Map.entry(RESIZE, 3),
                    Map.entry(PORTS, 55),
                    Map.entry(POD_AFFINITY, 50),
                    Map.entry(SPREAD, 50),
                    Map.entry(TAINTS, 35),
                    Map.entry(CORDONS, 15),
                    Map.entry(NODE_AFFINITY, 30),
                    Map.entry(NODE_NAME, 1),
                    Map.entry(UNREADABLE, 1),
                    Map.entry(GATES, 1),
                    Map.entry(ARGUMENTS, 30),
                    Map.entry(PLUGIN_SETS, 15),
                    Map.entry(PROFILES, 6))),
    SEQUENCE(
            6,
            Map.ofEntries(
                    Map.entry(RESOURCES, 25),
                    Map.entry(TAINTS, 15),
                    Map.entry(CORDONS, 5),
                    Map.entry(NODE_AFFINITY, 20),
                    Map.entry(PORTS, 15),
                    Map.entry(POD_AFFINITY, 40),
                    Map.entry(SPREAD, 45),
                    Map.entry(OWNERS, 30),
                    Map.entry(IMAGES, 15),
                    Map.entry(NOMINATED, 10),
                    Map.entry(ARGUMENTS, 25),
                    Map.entry(DELETING, 2),
                    Map.entry(PRIORITIES, 35),
                    Map.entry(CROWDED, 10),
                    Map.entry(BUDGETS, 10))),
    GATES_OF_PODS("gates", 2, Map.of(GATES, 60, DELETING, 10, NOMINATED, 20)),
    MIXED(
            5,
            Map.ofEntries(
                    Map.entry(RESOURCES, 35),
                    Map.entry(EXACT, 15),
                    Map.entry(RESIZE, 10),
                    Map.entry(TAINTS, 20),
                    Map.entry(CORDONS, 6),
                    Map.entry(NODE_AFFINITY, 25),
                    Map.entry(NODE_NAME, 1),
                    Map.entry(FEATURES, 5),
                    Map.entry(PORTS, 20),
                    Map.entry(POD_AFFINITY, 30),
                    Map.entry(SPREAD, 30),
                    Map.entry(OWNERS, 30),
                    Map.entry(IMAGES, 25),
                    Map.entry(NOMINATED, 20),
                    Map.entry(OWN_NOMINATION, 6),
                    Map.entry(GATES, 2),
                    Map.entry(DELETING, 3),
                    Map.entry(UNREADABLE, 2),
                    Map.entry(ARGUMENTS, 40),
                    Map.entry(PLUGIN_SETS, 25),
                    Map.entry(PROFILES, 10),
                    Map.entry(PRIORITIES, 40),
                    Map.entry(CROWDED, 20),
                    Map.entry(BUDGETS, 25))),
    EXTREME(
            3,
            Map.ofEntries(
                    Map.entry(LIMITS, 70),
                    Map.entry(RESOURCES, 40),
                    Map.entry(EXACT, 30),
                    Map.entry(TAINTS, 25),
                    Map.entry(NODE_AFFINITY, 20),
                    Map.entry(PORTS, 10),
                    Map.entry(POD_AFFINITY, 25),
                    Map.entry(SPREAD, 25),
                    Map.entry(IMAGES, 20),
                    Map.entry(ARGUMENTS, 30),
                    Map.entry(PLUGIN_SETS, 20),
                    Map.entry(PRIORITIES, 40),
                    Map.entry(BUDGETS, 15))),
    DEVICES_OF_PODS(
            "devices",
            9,
            Map.of(DEVICES, 100, ARGUMENTS, 25, PRIORITIES, 15, NOMINATED, 8, DELETING, 2));

    private final String label;
    private final int share;
    private final Map<CaseTheme, Integer> themes;

    CaseFamily(int share, Map<CaseTheme, Integer> themes) {
        this("", share, themes);
    }

    CaseFamily(String label, int share, Map<CaseTheme, Integer> themes) {
        this.label = label.isEmpty() ? name().toLowerCase(Locale.ROOT) : label;
        this.share = share;
        this.themes = themes;
    }

    /// The name in case IDs and on the command line.
    public String label() {
        return label;
    }

    /// The share of a run, in percent.
    public int share() {
        return share;
    }

    public static Optional<CaseFamily> named(String label) {
        for (CaseFamily family : values()) {
            if (family.label.equals(label)) {
                return Optional.of(family);
            }
        }
        return Optional.empty();
    }

    /// The probability, in percent, that an object uses a theme.
    int percent(CaseTheme theme) {
        return themes.getOrDefault(theme, 0);
    }
}
