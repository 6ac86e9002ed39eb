package dev.berth.engine.cycle;

import dev.berth.engine.profile.Profile;
import dev.berth.model.Pod;

import org.jspecify.annotations.Nullable;

import java.util.Set;

/// An attempt after PreFilter: its node filters, its pod shape, and the diagnosis if PreFilter
/// rejected the pod. [AttemptPreparation] creates it; search, explanation and what-if use it.
final class PreparedAttempt {
    private final Attempt attempt;
    private final NodeFilters nodeFilters;
    private final PodShapeEntry shape;
    private @Nullable DiagnosisReport rejection;

    PreparedAttempt(Attempt attempt, NodeFilters nodeFilters, PodShapeEntry shape) {
        this.attempt = attempt;
        this.nodeFilters = nodeFilters;
        this.shape = shape;
    }

    void reject(DiagnosisReport diagnosis) {
        rejection = diagnosis;
    }

    Attempt attempt() {
        return attempt;
    }

    Pod pod() {
        return attempt.pod();
    }

    Profile profile() {
        return attempt.profile();
    }

    NodeFilters nodeFilters() {
        return nodeFilters;
    }

    PodShapeEntry shape() {
        return shape;
    }

    /// Why PreFilter rejected the pod; null if it did not.
    @Nullable DiagnosisReport rejection() {
        return rejection;
    }

    /// Whether PreFilter restricted the attempt to other nodes than this one.
    boolean excludes(String node) {
        Set<String> only = nodeFilters.only();
        return only != null && !only.contains(node);
    }
}
