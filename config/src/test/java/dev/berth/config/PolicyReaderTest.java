package dev.berth.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.config.ConfigurationException.Problem;
import dev.berth.config.policy.Policy;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.util.List;
import java.util.Optional;

class PolicyReaderTest {
    private static Policy read(String yaml) {
        return PolicyReader.read(Yaml.policy(yaml));
    }

    private static List<String> problems(String yaml) {
        try {
            read(yaml);
            return List.of();
        } catch (ConfigurationException e) {
            return e.problems().stream().map(Problem::text).toList();
        }
    }

    @Test
    void whatIsNotThereIsAsUsual() {
        assertThat(read("")).isEqualTo(Policy.USUAL);
        assertThat(read("predicates: null\npriorities: null")).isEqualTo(Policy.USUAL);
    }

    @Test
    void aListWithoutEntriesIsNotTheUsualOne() {
        Policy policy = read("predicates: []\npriorities: []");
        assertThat(policy.predicates()).hasValue(List.of());
        assertThat(policy.priorities()).hasValue(List.of());
    }

    @Test
    void everyFieldIsRead() {
        Policy policy =
                read(
                        """
                        predicates:
                        - name: PodFitsResources
                        - name: Zone
                          argument: {serviceAffinity: {labels: [zone, region]}}
                        - name: Retiring
                          argument: {labelsPresence: {labels: [retiring], presence: false}}
                        priorities:
                        - {name: LeastRequestedPriority, weight: 2}
                        - name: RackSpread
                          weight: 3
                          argument: {serviceAntiAffinity: {label: rack}}
                        - name: Fast
                          weight: 4
                          argument: {labelPreference: {label: ssd, presence: true}}
                        - name: Packed
                          weight: 5
                          argument:
                            requestedToCapacityRatioArguments:
                              shape: [{utilization: 0, score: 1}, {utilization: 100, score: 10}]
                              resources: [{name: example.com/gpu, weight: 7}]
                        extenders: [{urlPrefix: http://a/, filterVerb: filter}]
                        hardPodAffinitySymmetricWeight: 10
                        alwaysCheckAllPredicates: true
                        """);
        assertThat(policy)
                .isEqualTo(
                        new Policy(
                                Optional.of(
                                        List.of(
                                                new Policy.Predicate(
                                                        "PodFitsResources", Optional.empty()),
                                                new Policy.Predicate(
                                                        "Zone",
                                                        Optional.of(
                                                                new Policy.PredicateArgument(
                                                                        Optional.of(
                                                                                new Policy
                                                                                        .ServiceAffinity(
                                                                                        List.of(
                                                                                                "zone",
                                                                                                "region"))),
                                                                        Optional.empty()))),
                                                new Policy.Predicate(
                                                        "Retiring",
                                                        Optional.of(
                                                                new Policy.PredicateArgument(
                                                                        Optional.empty(),
                                                                        Optional.of(
                                                                                new Policy
                                                                                        .LabelsPresence(
                                                                                        List.of(
                                                                                                "retiring"),
                                                                                        false))))))),
                                Optional.of(
                                        List.of(
                                                new Policy.Priority(
                                                        "LeastRequestedPriority",
                                                        2,
                                                        Optional.empty()),
                                                priority(
                                                        "RackSpread",
                                                        3,
                                                        new Policy.PriorityArgument(
                                                                Optional.of(
                                                                        new Policy
                                                                                .ServiceAntiAffinity(
                                                                                "rack")),
                                                                Optional.empty(),
                                                                Optional.empty())),
                                                priority(
                                                        "Fast",
                                                        4,
                                                        new Policy.PriorityArgument(
                                                                Optional.empty(),
                                                                Optional.of(
                                                                        new Policy.LabelPreference(
                                                                                "ssd", true)),
                                                                Optional.empty())),
                                                priority(
                                                        "Packed",
                                                        5,
                                                        new Policy.PriorityArgument(
                                                                Optional.empty(),
                                                                Optional.empty(),
                                                                Optional.of(
                                                                        new Policy.CapacityRatio(
                                                                                List.of(
                                                                                        new Policy
                                                                                                .ShapePoint(
                                                                                                0,
                                                                                                1),
                                                                                        new Policy
                                                                                                .ShapePoint(
                                                                                                100,
                                                                                                10)),
                                                                                List.of(
                                                                                        new Policy
                                                                                                .Resource(
                                                                                                "example.com/gpu",
                                                                                                7)))))))),
                                List.of(
                                        Json.Obj.builder()
                                                .put("urlPrefix", "http://a/")
                                                .put("filterVerb", "filter")
                                                .build()),
                                10,
                                true));
    }

    private static Policy.Priority priority(
            String name, long weight, Policy.PriorityArgument argument) {
        return new Policy.Priority(name, weight, Optional.of(argument));
    }

    @Test
    void aPolicyOfVersionOneIsReadAsWell() {
        Json old =
                Json.parse(
                        """
                        {"kind":"Policy","apiVersion":"v1",
                         "predicates":[
                          {"name":"PodFitsPorts"},{"name":"PodFitsResources"},{"name":"NoDiskConflict"},
                          {"name":"TestServiceAffinity","argument":{"serviceAffinity":{"labels":["region"]}}},
                          {"name":"TestLabelsPresence","argument":{"labelsPresence":{"labels":["foo"],"presence":true}}}],
                         "priorities":[
                          {"name":"LeastRequestedPriority","weight":1},
                          {"name":"ServiceSpreadingPriority","weight":2},
                          {"name":"TestServiceAntiAffinity","weight":3,"argument":{"serviceAntiAffinity":{"label":"zone"}}},
                          {"name":"TestLabelPreference","weight":4,"argument":{"labelPreference":{"label":"bar","presence":true}}}]}
                        """);
        assertThat(PolicyReader.read(old).predicates().orElseThrow()).hasSize(5);
    }

    @Test
    void extendersBecomeThoseOfToday() {
        Policy policy =
                read(
                        """
                        extenders:
                        - urlPrefix: https://a/
                          filterVerb: filter
                          enableHttps: true
                          httpTimeout: 1500000000
                          tlsConfig: {Insecure: true, ServerName: a}
                        """);
        assertThat(policy.extenders().getFirst().text())
                .isEqualTo(
                        "{\"urlPrefix\":\"https://a/\",\"filterVerb\":\"filter\",\"enableHTTPS\":true,"
                            + "\"httpTimeout\":\"1.5s\",\"tlsConfig\":{\"insecure\":true,\"serverName\":\"a\"}}");
    }

    @Test
    void aDocumentAsTheyWerePublishedIsReadWhole() {
        Json published =
                Json.parse(
                        """
                        {
                          "kind": "Policy",
                          "apiVersion": "v1",
                          "predicates": [
                            {"name": "PodFitsHostPorts"},
                            {"name": "PodFitsResources"},
                            {"name": "NoDiskConflict"},
                            {"name": "MatchNodeSelector"},
                            {"name": "HostName"}
                          ],
                          "priorities": [
                            {"name": "LeastRequestedPriority", "weight": 1},
                            {"name": "BalancedResourceAllocation", "weight": 1},
                            {"name": "ServiceSpreadingPriority", "weight": 1},
                            {"name": "EqualPriority", "weight": 1}
                          ],
                          "extenders": [
                            {
                              "urlPrefix": "http://127.0.0.1:12346/scheduler",
                              "apiVersion": "v1beta1",
                              "filterVerb": "filter",
                              "bindVerb": "bind",
                              "prioritizeVerb": "prioritize",
                              "weight": 5,
                              "enableHttps": false,
                              "nodeCacheCapable": false,
                              "managedResources": [{"name": "example.com/foo", "ignoredByScheduler": true}],
                              "ignorable": false
                            }
                          ],
                          "hardPodAffinitySymmetricWeight": 10,
                          "alwaysCheckAllPredicates": false
                        }
                        """);
        Policy policy = PolicyReader.read(published);
        assertThat(policy.predicates().orElseThrow()).hasSize(5);
        assertThat(policy.priorities().orElseThrow()).hasSize(4);
        Json extender = policy.extenders().getFirst();
        assertThat(extender.textAt("urlPrefix")).hasValue("http://127.0.0.1:12346/scheduler");
        assertThat(extender.at("weight")).hasValue(Json.of(5));
        assertThat(extender.at("apiVersion")).isEmpty();
    }

    record Case(String name, String yaml, String problem) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final String NAMES = " docs/operate/policy.md#names lists the supported names";
    private static final String SHAPE = "shape: [{utilization: 0, score: 0}]";

    static final List<Case> PROBLEMS =
            List.of(
                    new Case(
                            "an unknown field",
                            "predicats: []",
                            "strict decoding error: unknown field \"predicats\""),
                    new Case(
                            "a value of the wrong type",
                            "priorities: [{name: MostRequestedPriority, weight: many}]",
                            "priorities[0].weight: \"many\" is not an integer"),
                    new Case(
                            "an unknown predicate",
                            "predicates: [{name: Nonsense}]",
                            "predicates[0].name: Invalid value: \"Nonsense\": Invalid"
                                    + " configuration: Predicate type not found for \"Nonsense\";"
                                    + NAMES),
                    new Case(
                            "a predicate with a letter missing",
                            "predicates: [{name: PodFitsResource}]",
                            "predicates[0].name: Invalid value: \"PodFitsResource\": Invalid"
                                    + " configuration: Predicate type not found for"
                                    + " \"PodFitsResource\"; did you mean PodFitsResources?"
                                    + NAMES),
                    new Case(
                            "a priority among the predicates",
                            "predicates: [{name: LeastRequestedPriority}]",
                            "predicates[0].name: Invalid value: \"LeastRequestedPriority\": Invalid"
                                    + " configuration: Predicate type not found for"
                                    + " \"LeastRequestedPriority\"; it is a priority: move it to"
                                    + " priorities"),
                    new Case(
                            "an argument of a priority under a predicate",
                            "predicates: [{name: A, argument: {serviceAntiAffinity: {label: a}}}]",
                            "predicates[0].argument.serviceAntiAffinity: an entry with this"
                                    + " argument belongs under priorities"),
                    new Case(
                            "a predicate that taints have replaced",
                            "predicates: [{name: CheckNodeMemoryPressure}]",
                            "predicates[0].name: Invalid value: \"CheckNodeMemoryPressure\":"
                                + " Invalid configuration: Predicate type not found for"
                                + " \"CheckNodeMemoryPressure\"; taints replace it, and the"
                                + " mandatory predicate PodToleratesNodeTaints checks them: remove"
                                + " it"),
                    new Case(
                            "a predicate that has another name now",
                            "predicates: [{name: NoVolumeNodeConflict}]",
                            "predicates[0].name: Invalid value: \"NoVolumeNodeConflict\": Invalid"
                                    + " configuration: Predicate type not found for"
                                    + " \"NoVolumeNodeConflict\"; use CheckVolumeBinding instead"),
                    new Case(
                            "an unknown priority",
                            "priorities: [{name: Nonsense, weight: 1}]",
                            "priorities[0].name: Invalid value: \"Nonsense\": Invalid"
                                    + " configuration: Priority type not found for \"Nonsense\";"
                                    + NAMES),
                    new Case(
                            "a priority that is nothing without an argument",
                            "priorities: [{name: NodeLabel, weight: 1}]",
                            "priorities[0].name: Invalid value: \"NodeLabel\": Invalid"
                                    + " configuration: Priority type not found for \"NodeLabel\";"
                                    + NAMES),
                    new Case(
                            "two arguments of a predicate",
                            "predicates: [{name: A, argument: {serviceAffinity: {labels: [a]},"
                                    + " labelsPresence: {labels: [a]}}}]",
                            "predicates[0].argument: Invalid value: 2: Exactly 1 predicate argument"
                                    + " is required, numArgs: 2, Predicate: A"),
                    new Case(
                            "an argument of a predicate that is none",
                            "predicates: [{name: PodFitsResources, argument: {}}]",
                            "predicates[0].argument: Invalid value: 0: Exactly 1 predicate argument"
                                    + " is required, numArgs: 0, Predicate: PodFitsResources"),
                    new Case(
                            "two arguments of a priority",
                            "priorities: [{name: A, weight: 1, argument: {serviceAntiAffinity:"
                                    + " {label: a}, labelPreference: {label: a}}}]",
                            "priorities[0].argument: Invalid value: 2: Exactly 1 priority argument"
                                    + " is required, numArgs: 2, Priority: A"),
                    new Case(
                            "no weight",
                            "priorities: [{name: MostRequestedPriority}]",
                            "priorities[0].weight: Invalid value: 0: Priority MostRequestedPriority"
                                    + " should have a positive weight applied to it or it has"
                                    + " overflown"),
                    new Case(
                            "a negative weight",
                            "priorities: [{name: EqualPriority, weight: -1}]",
                            "priorities[0].weight: Invalid value: -1: Priority EqualPriority should"
                                    + " have a positive weight applied to it or it has overflown"),
                    new Case(
                            "a weight that is too large",
                            "priorities: [{name: MostRequestedPriority, weight:"
                                    + " 922337203685477581}]",
                            "priorities[0].weight: Invalid value: 922337203685477581: Priority"
                                + " MostRequestedPriority should have a positive weight applied to"
                                + " it or it has overflown"),
                    new Case(
                            "weights of preferences that differ",
                            """
                            priorities:
                            - {name: A, weight: 1, argument: {labelPreference: {label: a}}}
                            - {name: B, weight: 2, argument: {labelPreference: {label: b}}}
                            """,
                            "priorities[1].weight: Invalid value: 2: LabelPreference priority"
                                    + " \"B\" has a different weight with \"A\""),
                    new Case(
                            "weights of spreads that differ",
                            """
                            priorities:
                            - {name: A, weight: 1, argument: {serviceAntiAffinity: {label: a}}}
                            - {name: B, weight: 2, argument: {serviceAntiAffinity: {label: b}}}
                            """,
                            "priorities[1].weight: Invalid value: 2: ServiceAntiAffinity priority"
                                    + " \"B\" has a different weight with \"A\""),
                    new Case(
                            "a second line of scores",
                            """
                            priorities:
                            - {name: A, weight: 1, argument: {requestedToCapacityRatioArguments: {%1$s}}}
                            - {name: B, weight: 1, argument: {requestedToCapacityRatioArguments: {%1$s}}}
                            """
                                    .formatted(SHAPE),
                            "priorities[1].name: Invalid value: \"B\": Priority \"B\" redeclares"
                                    + " custom priority \"RequestedToCapacityRatio\", from:\"A\""),
                    new Case(
                            "a line without points",
                            "priorities: [{name: A, weight: 1, argument:"
                                    + " {requestedToCapacityRatioArguments: {}}}]",
                            "priorities[0].argument.requestedToCapacityRatioArguments.shape:"
                                    + " Required value: at least one point must be specified"),
                    new Case(
                            "a resource of a negative weight",
                            "priorities: [{name: A, weight: 1, argument: {requestedToCapacityRatioArguments: {%s, resources: [{name: cpu, weight: -1}]}}}]"
                                    .formatted(SHAPE),
                            "priorities[0].argument.requestedToCapacityRatioArguments.resources[0].weight:"
                                + " Invalid value: -1: resource weight of cpu not in valid range"
                                + " [0, 100]"),
                    new Case(
                            "a label that must and must not be there",
                            """
                            predicates:
                            - {name: A, argument: {labelsPresence: {labels: [a], presence: true}}}
                            - {name: B, argument: {labelsPresence: {labels: [a], presence: false}}}
                            """,
                            "predicates[1].argument.labelsPresence.labels: Invalid value: \"a\":"
                                + " detecting at least one label (e.g., \"a\") that exist in both"
                                + " the present and absent label list"),
                    new Case(
                            "a label that is better there and better not",
                            """
                            priorities:
                            - {name: A, weight: 1, argument: {labelPreference: {label: a, presence: true}}}
                            - {name: B, weight: 1, argument: {labelPreference: {label: a, presence: false}}}
                            """,
                            "priorities[1].argument.labelPreference.label: Invalid value: \"a\":"
                                + " detecting at least one label (e.g., \"a\") that exist in both"
                                + " the present and absent label list"),
                    new Case(
                            "a hard weight out of range",
                            "hardPodAffinitySymmetricWeight: 101",
                            "hardPodAffinitySymmetricWeight: Invalid value: 101: not in valid range"
                                    + " [0-100]"),
                    new Case(
                            "an extender without weight",
                            "extenders: [{urlPrefix: http://a/, prioritizeVerb: p}]",
                            "extenders[0].weight: Invalid value: 0: must have a positive weight"
                                    + " applied to it"),
                    new Case(
                            "two extenders that bind",
                            "extenders: [{urlPrefix: http://a/, bindVerb: b}, {urlPrefix:"
                                    + " http://b/, bindVerb: b}]",
                            "extenders: Invalid value: \"found 2 extenders implementing bind\":"
                                    + " only one extender can implement bind"),
                    new Case(
                            "a timeout with a unit",
                            "extenders: [{urlPrefix: http://a/, httpTimeout: 5s}]",
                            "extenders[0].httpTimeout: \"5s\" is not an integer: a Policy has"
                                    + " nanoseconds"));

    @ParameterizedTest
    @FieldSource("PROBLEMS")
    void problemsHaveTheOldWordingWithPathAndValue(Case each) {
        assertThat(problems(each.yaml())).containsExactly(each.problem());
    }

    @Test
    void aDocumentOfAnotherKindIsNoPolicy() {
        assertThatThrownBy(() -> PolicyReader.read(Yaml.configuration("")))
                .hasMessage(
                        "invalid policy: no kind \"KubeSchedulerConfiguration\" is registered for"
                            + " version \"kubescheduler.config.k8s.io/v1\"; it must be Policy of"
                            + " v1, and a KubeSchedulerConfiguration goes with --config");
        assertThatThrownBy(() -> PolicyReader.read(Json.parse("{\"kind\":\"Policy\"}")))
                .hasMessage(
                        "invalid policy: Object 'apiVersion' is missing; it must be Policy of v1");
        assertThatThrownBy(() -> PolicyReader.read(Json.Null.NULL))
                .hasMessage("invalid policy: it is empty; it must be Policy of v1");
        assertThatThrownBy(() -> PolicyReader.read(Json.parse("[]")))
                .hasMessage("invalid policy: couldn't get version/kind; [] is not an object");
    }
}
