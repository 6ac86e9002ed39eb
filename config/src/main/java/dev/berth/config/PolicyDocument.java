package dev.berth.config;

import dev.berth.config.policy.Policy;
import dev.berth.model.json.Json;

import java.util.List;
import java.util.Optional;

/// A Policy with all its fields.
record PolicyDocument(
        String apiVersion,
        String kind,
        Optional<List<Policy.Predicate>> predicates,
        Optional<List<Policy.Priority>> priorities,
        List<Json> extenders,
        int hardPodAffinitySymmetricWeight,
        boolean alwaysCheckAllPredicates) {
    static final String KIND = "Policy";

    /// Releases of kube-scheduler wrote either version.
    static final List<String> API_VERSIONS = List.of("v1", Document.API_VERSION);
}
