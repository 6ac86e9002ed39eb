package com.example.gang;

import dev.berth.model.Pod;

import java.util.Optional;

/// A gang, as the labels of one of its pods describe it.
///
/// @param size the number of pods that the gang needs
record Team(String namespace, String name, int size) {
    /// Empty for a pod without a gang. A size that is not a number counts as 1, which requires no
    /// other pods.
    static Optional<Team> of(Pod pod, String label, String sizeLabel) {
        return pod.labels()
                .get(label)
                .map(name ->
                        new Team(
                                pod.namespace(),
                                name,
                                pod.labels().get(sizeLabel).map(Team::parsed).orElse(1)));
    }

    private static int parsed(String size) {
        try {
            return Integer.parseInt(size);
        } catch (NumberFormatException e) {
            return 1;
        }
    }

    boolean sameGang(Team other) {
        return namespace.equals(other.namespace) && name.equals(other.name);
    }

    String key() {
        return namespace + "/" + name;
    }
}
