package dev.berth.config;

import dev.berth.config.policy.AlgorithmProvider;
import dev.berth.config.policy.Policy;
import dev.berth.config.policy.PolicyProfile;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonPath;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The source of the plugins other than profiles: the flags of kube-scheduler 1.0 to 1.22.
///
/// @param policy the Policy that determines the plugins of every profile
/// @param origin the flag to remove for profiles with plugins of their own
/// @param schedulerName the name of the profile if the file has no profiles
/// @param hardPodAffinityWeight the weight for that profile, or for a Policy without one
public record AlgorithmSource(
        Optional<Policy> policy,
        String origin,
        Optional<String> schedulerName,
        Optional<Integer> hardPodAffinityWeight) {
    /// Plugins come from profiles only.
    public static final AlgorithmSource PROFILES =
            new AlgorithmSource(Optional.empty(), "", Optional.empty(), Optional.empty());

    public static AlgorithmSource of(Policy policy) {
        return of(policy, "the Policy");
    }

    private static AlgorithmSource of(Policy policy, String origin) {
        return new AlgorithmSource(Optional.of(policy), origin, Optional.empty(), Optional.empty());
    }

    /// @throws IllegalArgumentException if there is no provider with this name
    public static AlgorithmSource ofProvider(String name) {
        return of(
                AlgorithmProvider.named(name)
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "couldn't create scheduler using provider \"%1$s\": algorithm provider \"%1$s\" is not registered; it must be DefaultProvider or ClusterAutoscalerProvider"
                                                .formatted(name)))
                        .policy(),
                "--algorithm-provider");
    }

    public AlgorithmSource named(Optional<String> schedulerName, Optional<Integer> hardWeight) {
        return new AlgorithmSource(policy, origin, schedulerName, hardWeight);
    }

    /// Whether all filters evaluate a node, even after one has rejected it.
    boolean checksAllFilters() {
        return policy.map(Policy::alwaysCheckAllPredicates).orElse(false);
    }

    /// The document that replaces a missing file.
    Document fill(Document document, ConfigurationProblems findings) {
        var defaultValue =
                new Document.Scheduler(
                        schedulerName,
                        Optional.empty(),
                        Optional.empty(),
                        policy.isPresent() ? List.of() : hardAffinity());
        return rule(document.with(List.of(defaultValue), document.extenders()), findings);
    }

    private List<Document.Arguments> hardAffinity() {
        return hardPodAffinityWeight
                .map(weight ->
                        new Document.Arguments(
                                "InterPodAffinity",
                                Optional.of(Json.Obj.of("hardPodAffinityWeight", Json.of(weight)))))
                .stream()
                .toList();
    }

    /// The document with the plugins and extenders of the Policy, if there is one.
    Document rule(Document document, ConfigurationProblems findings) {
        if (policy.isEmpty()) {
            return document;
        }
        rejectBoth(document, findings);
        Policy effective = policy.get();
        if (effective.hardPodAffinitySymmetricWeight() == 0) {
            effective = effective.withHardAffinity(hardPodAffinityWeight.orElse(0));
        }
        PolicyProfile profile = PolicyProfile.of(effective);
        Json.Obj plugins =
                Json.Obj.builder()
                        .put("plugins", profile.plugins())
                        .put("pluginConfig", profile.pluginConfig())
                        .build();
        Document evaluated =
                bound(
                        Json.Obj.builder()
                                .put("profiles", Json.arr(plugins))
                                .put("extenders", new Json.Arr(List.copyOf(effective.extenders())))
                                .build());
        var profiles = new ArrayList<Document.Scheduler>();
        for (Document.Scheduler given : document.profiles()) {
            profiles.add(
                    new Document.Scheduler(
                            given.schedulerName(),
                            given.percentageOfNodesToScore(),
                            evaluated.profiles().getFirst().plugins(),
                            evaluated.profiles().getFirst().pluginConfig()));
        }
        return document.with(profiles, evaluated.extenders());
    }

    private static Document bound(Json.Obj json) {
        var findings = new ConfigurationProblems();
        return new RecordReader(findings, JsonPath.ROOT)
                .bind(Document.class, json, null)
                .orElseThrow(findings::thrown);
    }

    private void rejectBoth(Document document, ConfigurationProblems findings) {
        for (int i = 0; i < document.profiles().size(); i++) {
            Document.Scheduler given = document.profiles().get(i);
            JsonPath at = JsonPath.ROOT.field("profiles").element(i);
            if (given.plugins().isPresent()) {
                reject(at.field("plugins"), "Plugins", findings);
            }
            if (!given.pluginConfig().isEmpty()) {
                reject(at.field("pluginConfig"), "PluginConfig", findings);
            }
        }
        if (!document.extenders().isEmpty()) {
            reject(JsonPath.ROOT.field("extenders"), "Extenders", findings);
        }
    }

    private void reject(JsonPath at, String what, ConfigurationProblems findings) {
        findings.add(
                at,
                "%s: using %s and Policy simultaneously is not supported; leave it out, or %s"
                        .formatted(at, what, origin));
    }
}
