package dev.berth.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.model.NodeAffinity;
import dev.berth.model.SpreadConstraint;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonPath;
import dev.berth.spi.Gates;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.Problems;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class BinderTest {
    enum Variant {
        VERY_GOOD,
        BAD
    }

    record Inner(String name, int weight) {
        Inner {
            weight = weight == 0 ? 1 : weight;
        }
    }

    record Args(
            int small,
            long large,
            double ratio,
            boolean yes,
            String text,
            Variant variant,
            Duration time,
            Inner inner,
            List<Inner> many,
            Map<String, Integer> byName,
            Optional<Long> maybe,
            Optional<NodeAffinity> affinity,
            List<SpreadConstraint> spread) {
        Args {
            if (small < 0) {
                throw new IllegalArgumentException("small must not be negative, was " + small);
            }
        }
    }

    private static final Args DEFAULTS =
            new Args(
                    1,
                    2,
                    3,
                    true,
                    "four",
                    Variant.BAD,
                    Duration.ofSeconds(5),
                    new Inner("six", 6),
                    List.of(new Inner("seven", 7)),
                    Map.of(),
                    Optional.of(8L),
                    Optional.empty(),
                    List.of());

    /// Has the name under which extenders reject pods.
    private static final class Impostor implements PluginProvider<PluginProvider.NoArgs> {
        @Override
        public String name() {
            return "Extender";
        }

        @Override
        public NoArgs defaults() {
            return NoArgs.NONE;
        }

        @Override
        public Plugin create(NoArgs args, PluginContext context) {
            throw new AssertionError("must not be created");
        }
    }

    public static final class Provider implements PluginProvider<Args> {
        @Override
        public String name() {
            return "Mine";
        }

        @Override
        public Args defaults() {
            return DEFAULTS;
        }

        @Override
        public void check(Args args, Gates on, Problems out) {
            if (args.large() > 100) {
                out.add("large", args.large(), "is too large");
            }
            if (args.many().size() > 1) {
                out.duplicate("many[1].name", args.many().getLast().name());
            }
            if (args.text().isEmpty()) {
                out.required("text", "can not be empty");
            }
            if (args.yes() && args.time().isNegative()) {
                out.add("time", args.time(), "must be zero or positive");
            }
            if (args.maybe().isEmpty()) {
                out.forbidden("maybe", "", "must be there");
            }
            if (args.ratio() < 0) {
                out.unsupported("ratio", args.ratio(), List.of("1", "2"));
            }
        }

        @Override
        public Plugin create(Args args, PluginContext context) {
            return new Plugin() {};
        }
    }

    private static Args bound(String json) {
        var findings = new ConfigurationProblems();
        Optional<Args> bound =
                new RecordReader(findings, JsonPath.ROOT)
                        .bind(Args.class, (Json.Obj) Json.parse(json), DEFAULTS);
        findings.throwIfAny();
        return bound.orElseThrow();
    }

    @Test
    void whatIsAbsentOrNullKeepsItsDefault() {
        assertThat(bound("{}")).isEqualTo(DEFAULTS);
        assertThat(bound("{\"small\":null,\"inner\":null,\"maybe\":null}")).isEqualTo(DEFAULTS);
    }

    @Test
    void furtherInsideWhatIsAbsentIsZeroAndTheRecordMayChangeIt() {
        Args args = bound("{\"inner\":{\"name\":\"x\"},\"many\":[{\"weight\":3},null]}");

        assertThat(args.inner()).isEqualTo(new Inner("x", 1));
        assertThat(args.many()).containsExactly(new Inner("", 3), new Inner("", 1));
    }

    @Test
    void everyTypeCanBeSet() {
        Args args =
                bound(
                        """
                        {"small":-0,"large":9223372036854775807,"ratio":0.5,"yes":false,"text":"t",
                         "variant":"VeryGood","time":"1m30s","byName":{"a":1},"maybe":9,
                         "affinity":{"requiredDuringSchedulingIgnoredDuringExecution":
                           {"nodeSelectorTerms":[{"matchExpressions":[{"key":"k","operator":"Exists"}]}]}},
                         "spread":[{"maxSkew":2,"topologyKey":"zone","whenUnsatisfiable":"ScheduleAnyway"}]}
                        """);

        assertThat(args.large()).isEqualTo(Long.MAX_VALUE);
        assertThat(args.ratio()).isEqualTo(0.5);
        assertThat(args.variant()).isEqualTo(Variant.VERY_GOOD);
        assertThat(args.time()).isEqualTo(Duration.ofSeconds(90));
        assertThat(args.byName()).containsEntry("a", 1);
        assertThat(args.maybe()).contains(9L);
        assertThat(args.affinity().orElseThrow().required().orElseThrow()).hasSize(1);
        assertThat(args.spread()).extracting(SpreadConstraint::maxSkew).containsExactly(2);
    }

    record Wrong(String json, String message) {
        @Override
        public String toString() {
            return json;
        }
    }

    static final List<Wrong> WRONGS =
            List.of(
                    new Wrong("{'small':'1'}", "small: \"1\" is not an integer"),
                    new Wrong("{'small':0.5}", "small: 0.5 is not an integer"),
                    new Wrong(
                            "{'small':99999999999}", "small: 99999999999 does not fit in 32 bits"),
                    new Wrong(
                            "{'large':9223372036854775808}",
                            "large: 9223372036854775808 does not fit in 64 bits"),
                    new Wrong("{'yes':1}", "yes: 1 is neither true nor false"),
                    new Wrong("{'text':[]}", "text: [] is not a string"),
                    new Wrong("{'time':'soon'}", "time: \"soon\" is not a duration such as 1m30s"),
                    new Wrong(
                            "{'variant':'Fair'}",
                            "variant: Unsupported value: \"Fair\": supported values: \"VeryGood\","
                                    + " \"Bad\""),
                    new Wrong("{'inner':3}", "inner: 3 is not an object"),
                    new Wrong("{'many':{}}", "many: {} is not a list"),
                    new Wrong(
                            "{'many':[{'weight':'a'},{'name':1}]}",
                            "[many[0].weight: \"a\" is not an integer, many[1].name: 1 is not a"
                                    + " string]"),
                    new Wrong("{'byName':{'a':'b'}}", "byName.a: \"b\" is not an integer"),
                    new Wrong(
                            "{'many':[{'wait':1}],'smal':1}",
                            "strict decoding error: unknown field \"smal\", unknown field"
                                    + " \"many[0].wait\""),
                    new Wrong(
                            "{'affinity':{'preferredDuringSchedulingIgnoredDuringExecution':[{'foo':1}]}}",
                            "strict decoding error: unknown field"
                                + " \"affinity.preferredDuringSchedulingIgnoredDuringExecution[0].foo\""),
                    new Wrong(
                            "{'spread':[{'maxSkew':'x'}]}",
                            "spread[0].maxSkew: \"x\" is not an integer"),
                    new Wrong("{'small':-1}", "small must not be negative, was -1"));

    @ParameterizedTest
    @FieldSource("WRONGS")
    void problemsContainPathAndValue(Wrong each) {
        assertThatThrownBy(() -> bound(each.json().replace('\'', '"')))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(each.message());
    }

    private static void configure(String args) {
        var registry = new PluginRegistry(List.of(new Provider()));
        new ConfigurationReader(registry, FeatureGates.DEFAULT)
                .read(
                        Yaml.configuration(
                                "profiles: [{pluginConfig: [{name: Mine, args: %s}]}]"
                                        .formatted(args)));
    }

    private static final String AT = "profiles[0].pluginConfig[0].args.";

    static final List<Wrong> WRONG_ARGUMENTS =
            List.of(
                    new Wrong("{large: 101}", AT + "large: Invalid value: 101: is too large"),
                    new Wrong(
                            "{many: [{name: a}, {name: b}]}",
                            AT + "many[1].name: Duplicate value: \"b\""),
                    new Wrong("{text: ''}", AT + "text: Required value: can not be empty"),
                    new Wrong(
                            "{time: -1s}",
                            AT + "time: Invalid value: \"-1s\": must be zero or positive"),
                    new Wrong(
                            "{ratio: -1}",
                            AT + "ratio: Unsupported value: -1.0: supported values: \"1\", \"2\""),
                    new Wrong(
                            "{smal: 1}",
                            "strict decoding error: decoding .profiles[0].pluginConfig[0]: strict"
                                    + " decoding error: decoding args for plugin Mine: strict"
                                    + " decoding error: unknown field \"smal\""),
                    new Wrong(
                            "{small: x}",
                            "decoding .profiles[0].pluginConfig[0]: decoding args for plugin Mine:"
                                    + " small: \"x\" is not an integer"),
                    new Wrong(
                            "[]",
                            "decoding .profiles[0].pluginConfig[0]: decoding args for plugin Mine:"
                                    + " [] is not an object"),
                    new Wrong(
                            "{kind: KubeSchedulerConfiguration}",
                            "decoding .profiles[0].pluginConfig[0]: args for plugin Mine were not"
                                    + " of type MineArgs.kubescheduler.config.k8s.io, got"
                                    + " KubeSchedulerConfiguration.kubescheduler.config.k8s.io"));

    @ParameterizedTest
    @FieldSource("WRONG_ARGUMENTS")
    void problemsOfArgumentsContainPathAndValue(Wrong each) {
        assertThatThrownBy(() -> configure(each.json()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(each.message());
    }

    @Test
    void argumentsCanContainTheirKind() {
        String kind = "apiVersion: kubescheduler.config.k8s.io/v1, kind: MineArgs";
        assertThatCode(() -> configure("{%s, large: 7}".formatted(kind)))
                .doesNotThrowAnyException();
        // The other fields still count.
        assertThatThrownBy(() -> configure("{%s, large: 101}".formatted(kind)))
                .hasMessageContaining(AT + "large: Invalid value: 101: is too large");
    }

    @Test
    void argumentsOfAPluginThatTakesNoneAreNotLookedAt() {
        assertThat(Yaml.read("profiles: [{pluginConfig: [{name: NodeName, args: {a: 1}}]}]"))
                .isNotNull();
    }

    @Test
    void inTreePluginsTakeTheirArguments() {
        assertThat(
                        Yaml.read(
                                """
                                profiles:
                                - pluginConfig:
                                  - name: NodeResourcesFit
                                    args:
                                      ignoredResourceGroups: [example.com]
                                      scoringStrategy:
                                        type: RequestedToCapacityRatio
                                        resources: [{name: cpu}]
                                        requestedToCapacityRatio:
                                          shape: [{utilization: 0}, {utilization: 100, score: 10}]
                                  - name: NodeResourcesBalancedAllocation
                                    args: {resources: [{name: cpu}]}
                                """))
                .isNotNull();
        assertThatThrownBy(() ->
                        Yaml.read(
                                """
                                profiles:
                                - pluginConfig:
                                  - name: NodeResourcesBalancedAllocation
                                    args: {resources: [{name: cpu, weight: 2}, {name: cpu}]}
                                """))
                .hasMessage(
                        "[%1$sresources[0].weight: Invalid value: 2: must be 1, %1$sresources[1].name: Duplicate value: \"cpu\"]"
                                .formatted(AT));
    }

    @Test
    void twoPluginsWithTheSameNameAreRejected() {
        assertThatThrownBy(() -> new PluginRegistry(List.of(new Provider(), new Provider())))
                .hasMessageStartingWith("two plugins have the name Mine: ");
    }

    @Test
    void theReservedNameOfExtendersIsRejected() {
        assertThatThrownBy(() -> new PluginRegistry(List.of(new Impostor())))
                .hasMessageStartingWith("the plugin name Extender of ");
    }
}
