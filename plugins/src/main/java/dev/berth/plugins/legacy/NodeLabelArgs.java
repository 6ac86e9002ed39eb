package dev.berth.plugins.legacy;

import dev.berth.spi.Problems;

import java.util.List;

/// Arguments of [NodeLabel]: label keys.
///
/// @param presentLabels the labels that a node must have
/// @param absentLabels the labels that a node must not have
/// @param presentLabelsPreference the labels that a node should have
/// @param absentLabelsPreference the labels that a node should not have
public record NodeLabelArgs(
        List<String> presentLabels,
        List<String> absentLabels,
        List<String> presentLabelsPreference,
        List<String> absentLabelsPreference) {
    public static final NodeLabelArgs DEFAULT =
            new NodeLabelArgs(List.of(), List.of(), List.of(), List.of());

    public NodeLabelArgs {
        presentLabels = List.copyOf(presentLabels);
        absentLabels = List.copyOf(absentLabels);
        presentLabelsPreference = List.copyOf(presentLabelsPreference);
        absentLabelsPreference = List.copyOf(absentLabelsPreference);
    }

    void check(Problems out) {
        conflicts("presentLabels", presentLabels, "absentLabels", absentLabels, out);
        conflicts(
                "presentLabelsPreference",
                presentLabelsPreference,
                "absentLabelsPreference",
                absentLabelsPreference,
                out);
    }

    private static void conflicts(
            String presentPath,
            List<String> present,
            String absentPath,
            List<String> absent,
            Problems out) {
        for (int i = 0; i < absent.size(); i++) {
            int also = present.lastIndexOf(absent.get(i));
            if (also >= 0) {
                out.add(
                        presentPath + "[" + also + "]",
                        absent.get(i),
                        "conflict with " + absentPath + "[" + i + "]");
            }
        }
    }
}
