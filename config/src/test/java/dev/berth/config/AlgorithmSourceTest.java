package dev.berth.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.port.ExtenderSpec;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.port.ProfileSpec.Use;
import dev.berth.model.json.Json;
import dev.berth.spi.ExtensionPoint;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

class AlgorithmSourceTest {
    private static AlgorithmSource policy(String yaml) {
        return AlgorithmSource.of(PolicyReader.read(Yaml.policy(yaml)));
    }

    private static ConfigurationReader reader() {
        return new ConfigurationReader(PluginRegistry.inTree(), FeatureGates.DEFAULT);
    }

    private static Configuration alone(AlgorithmSource source) {
        return reader().defaults(settings -> settings, source);
    }

    private static Configuration with(AlgorithmSource source, String yaml) {
        return reader().read(Yaml.configuration(yaml), settings -> settings, source);
    }

    private static List<Use> at(Configuration configuration, ExtensionPoint point) {
        return configuration.profiles().getFirst().at(point).enabled();
    }

    @Test
    void aPolicyDecidesThePluginsOfTheUsualProfile() {
        Configuration evaluated =
                alone(
                        policy(
                                """
                                predicates: [{name: HostName}]
                                priorities: [{name: ImageLocalityPriority, weight: 7}]
                                """));
        assertThat(evaluated.profiles())
                .extracting(ProfileSpec::schedulerName)
                .containsExactly("default-scheduler");
        assertThat(evaluated.profiles().getFirst().multiPoint())
                .extracting(Use::name)
                .containsExactly(
                        "SchedulingGates", "PrioritySort", "DefaultPreemption", "DefaultBinder");
        assertThat(at(evaluated, ExtensionPoint.FILTER))
                .extracting(Use::name)
                .containsExactly("NodeUnschedulable", "NodeName", "TaintToleration");
        assertThat(at(evaluated, ExtensionPoint.SCORE))
                .containsExactly(new Use("ImageLocality", 7));
    }

    @Test
    void aPolicyDecidesThePluginsOfEveryProfileOfAFile() {
        Configuration evaluated =
                with(
                        policy("predicates: []"),
                        """
                        profiles:
                        - {schedulerName: one, percentageOfNodesToScore: 30}
                        - {schedulerName: two}
                        """);
        assertThat(evaluated.profiles())
                .extracting(ProfileSpec::schedulerName)
                .containsExactly("one", "two");
        assertThat(evaluated.profiles())
                .extracting(ProfileSpec::percentageOfNodesToScore)
                .containsExactly(30, 0);
        assertThat(evaluated.profiles())
                .allSatisfy(profile ->
                        assertThat(profile.at(ExtensionPoint.FILTER).enabled())
                                .extracting(Use::name)
                                .containsExactly("NodeUnschedulable", "TaintToleration"));
    }

    @Test
    void aFileWithPluginsOrExtendersOfItsOwnDoesNotGoWithAPolicy() {
        assertThatThrownBy(() ->
                        with(
                                policy(""),
                                """
                                profiles:
                                - plugins: {score: {disabled: [{name: ImageLocality}]}}
                                  pluginConfig: [{name: InterPodAffinity}]
                                extenders: [{urlPrefix: "http://a/"}]
                                """))
                .hasMessage(
                        "[profiles[0].plugins: using Plugins and Policy simultaneously is not"
                            + " supported; leave it out, or the Policy, profiles[0].pluginConfig:"
                            + " using PluginConfig and Policy simultaneously is not supported;"
                            + " leave it out, or the Policy, extenders: using Extenders and Policy"
                            + " simultaneously is not supported; leave it out, or the Policy]");
    }

    @Test
    void extendersOfAPolicyAreCalled() {
        Configuration evaluated =
                alone(
                        policy(
                                """
                                predicates: []
                                extenders:
                                - urlPrefix: https://a/
                                  filterVerb: filter
                                  enableHttps: true
                                  httpTimeout: 3000000000
                                  managedResources: [{name: example.com/x, ignoredByScheduler: true}]
                                """));
        ExtenderSpec extender = evaluated.extenders().getFirst();
        assertThat(extender.httpTimeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(extender.tls().insecure()).isTrue();
    }

    @Test
    void thePluginsOfOldCanBeNamedByAPolicyOnly() {
        assertThat(
                        at(
                                alone(policy("predicates: [{name: MaxEBSVolumeCount}]")),
                                ExtensionPoint.FILTER))
                .extracting(Use::name)
                .contains("EBSLimits");
        assertThatThrownBy(() ->
                        Yaml.read(
                                "profiles: [{plugins: {filter: {enabled: [{name: EBSLimits}]}}}]"))
                .hasMessageContaining("EBSLimits");
    }

    @Test
    void aNameGoesWithTheUsualProfileAndNotWithThoseOfAFile() {
        AlgorithmSource named =
                policy("predicates: []").named(Optional.of("mine"), Optional.empty());
        assertThat(alone(named).profiles().getFirst().schedulerName()).isEqualTo("mine");
        assertThat(with(named, "").profiles().getFirst().schedulerName())
                .isEqualTo("default-scheduler");
    }

    @Test
    void aHardWeightIsForTheUsualProfileOrForAPolicyThatHasNone() {
        AlgorithmSource weight = AlgorithmSource.PROFILES.named(Optional.empty(), Optional.of(40));
        assertThat(hardWeight(alone(weight))).isEqualTo(Json.of(40));
        assertThat(hardWeight(alone(policy("").named(Optional.empty(), Optional.of(40)))))
                .isEqualTo(Json.of(40));
        assertThat(
                        hardWeight(
                                alone(
                                        policy("hardPodAffinitySymmetricWeight: 7")
                                                .named(Optional.empty(), Optional.of(40)))))
                .isEqualTo(Json.of(7));
    }

    private static Json hardWeight(Configuration configuration) {
        Json.Arr entries =
                (Json.Arr)
                        configuration.written().at("profiles", "0", "pluginConfig").orElseThrow();
        return entries.elements().stream()
                .filter(each -> each.textAt("name").equals(Optional.of("InterPodAffinity")))
                .map(each -> each.at("args", "hardPodAffinityWeight").orElseThrow())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aProviderThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> AlgorithmSource.ofProvider("Mine"))
                .hasMessage(
                        "couldn't create scheduler using provider \"Mine\": algorithm provider"
                                + " \"Mine\" is not registered; it must be DefaultProvider or"
                                + " ClusterAutoscalerProvider");
    }
}
