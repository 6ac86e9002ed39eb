package dev.berth.controlplane.store;

import static dev.berth.controlplane.store.Trees.merge;
import static dev.berth.controlplane.store.Trees.pod;
import static dev.berth.controlplane.store.Trees.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.VirtualClock;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.stream.Stream;

class ValidationTest {
    private static final String NAME_PART =
            "name part must consist of alphanumeric characters, '-', '_' or '.', and must start"
                    + " and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or"
                    + " '123-abc', regex used for validation is"
                    + " '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

    private final Store store = new Store(VirtualClock.atEpoch(), 1);

    record Case(String name, Json.Obj object, String message) {
        @Override
        public String toString() {
            return name;
        }
    }

    @BeforeEach
    void createPriorityClasses() {
        store.create(priorityClass("urgent", "{'value': 1000, 'globalDefault': true}")).orThrow();
        store.create(priorityClass("polite", "{'value': 10, 'preemptionPolicy': 'Never'}"))
                .orThrow();
    }

    static Stream<Case> rejected() {
        return Stream.of(
                new Case(
                        "an unknown preemption policy",
                        spec("{'preemptionPolicy': 'Sometimes'}"),
                        invalidPod(
                                "spec.preemptionPolicy: Unsupported value: \"Sometimes\": supported"
                                        + " values: \"PreemptLowerPriority\", \"Never\"")),
                new Case(
                        "a policy in lower case",
                        spec("{'preemptionPolicy': 'never'}"),
                        invalidPod(
                                "spec.preemptionPolicy: Unsupported value: \"never\": supported"
                                        + " values: \"PreemptLowerPriority\", \"Never\"")),
                new Case(
                        "a gate without a name",
                        spec("{'schedulingGates': [{}]}"),
                        invalidPod(
                                "[spec.schedulingGates[0]: Invalid value: \"\": name part must be"
                                    + " non-empty, spec.schedulingGates[0]: Invalid value: \"\": "
                                        + NAME_PART
                                        + "]")),
                new Case(
                        "a gate of no good name",
                        spec("{'schedulingGates': [{'name': 'example.com/-x'}]}"),
                        invalidPod(
                                "spec.schedulingGates[0]: Invalid value: \"example.com/-x\": "
                                        + NAME_PART)),
                new Case(
                        "a gate twice",
                        spec("{'schedulingGates': [{'name': 'a'}, {'name': 'a'}]}"),
                        invalidPod("spec.schedulingGates[1]: Duplicate value: \"a\"")),
                new Case(
                        "a gate of a pod that has a node",
                        spec("{'nodeName': 'n1', 'schedulingGates': [{'name': 'a'}]}"),
                        invalidPod(
                                "spec.nodeName: Forbidden: cannot be set until all schedulingGates"
                                        + " have been cleared")),
                new Case(
                        "a priority that is not the class's",
                        spec("{'priorityClassName': 'urgent', 'priority': 7}"),
                        "pods \"web\" is forbidden: the integer value of priority (7) must not be"
                                + " provided in pod spec; priority admission controller computed"
                                + " 1000 from the given PriorityClass name"),
                new Case(
                        "a policy that is not the class's",
                        spec(
                                "{'priorityClassName': 'polite', 'preemptionPolicy':"
                                        + " 'PreemptLowerPriority'}"),
                        "pods \"web\" is forbidden: the string value of PreemptionPolicy"
                                + " (PreemptLowerPriority) must not be provided in pod spec;"
                                + " priority admission controller computed Never from the given"
                                + " PriorityClass name"),
                new Case(
                        "a second default class",
                        priorityClass("other", "{'value': 5, 'globalDefault': true}"),
                        "priorityclasses.scheduling.k8s.io \"other\" is forbidden: PriorityClass"
                                + " urgent is already marked as default. Only one default can"
                                + " exist"),
                new Case(
                        "a class above the system's",
                        priorityClass("high", "{'value': 1000000001}"),
                        invalidClass(
                                "high",
                                "value: Forbidden: maximum allowed value of a user defined priority"
                                        + " is 1000000000")),
                new Case(
                        "a class of an unknown policy",
                        priorityClass("odd", "{'value': 1, 'preemptionPolicy': 'Always'}"),
                        invalidClass(
                                "odd",
                                "preemptionPolicy: Unsupported value: \"Always\": supported values:"
                                        + " \"PreemptLowerPriority\", \"Never\"")),
                new Case(
                        "a class under a reserved name",
                        priorityClass("system-mine", "{'value': 1}"),
                        invalidClass(
                                "system-mine",
                                "metadata.name: Forbidden: priority class names with 'system-'"
                                        + " prefix are reserved for system use only. error:"
                                        + " system-mine is not a known system priority class")),
                new Case(
                        "a system class of another value",
                        priorityClass("system-node-critical", "{'value': 1}"),
                        invalidClass(
                                "system-node-critical",
                                "metadata.name: Forbidden: priority class names with 'system-'"
                                        + " prefix are reserved for system use only. error: value"
                                        + " of system-node-critical PriorityClass must be"
                                        + " 2000001000")),
                new Case(
                        "a budget with both limits",
                        budget("{'minAvailable': 1, 'maxUnavailable': 1}"),
                        invalidBudget(
                                "spec: Invalid value: {\"minAvailable\":1,\"maxUnavailable\":1}:"
                                        + " minAvailable and maxUnavailable cannot be both set")),
                new Case(
                        "a negative limit",
                        budget("{'minAvailable': -1}"),
                        invalidBudget(
                                "spec.minAvailable: Invalid value: -1: must be greater than or"
                                        + " equal to 0")),
                new Case(
                        "a limit in words",
                        budget("{'maxUnavailable': 'half'}"),
                        invalidBudget(
                                "spec.maxUnavailable: Invalid value: \"half\": a valid percent"
                                        + " string must be a numeric string followed by an ending"
                                        + " '%' (e.g. '1%',  or '93%', regex used for validation"
                                        + " is '[0-9]+%')")),
                new Case(
                        "more than all",
                        budget("{'minAvailable': '101%'}"),
                        invalidBudget(
                                "spec.minAvailable: Invalid value: \"101%\": must not be greater"
                                        + " than 100%")),
                new Case(
                        "an unknown operator",
                        budget(
                                "{'selector': {'matchExpressions': [{'key': 'a', 'operator':"
                                        + " 'Is'}]}}"),
                        invalidBudget(
                                "spec.selector.matchExpressions[0].operator: Invalid value: \"Is\":"
                                        + " not a valid selector operator")),
                new Case(
                        "an operator without its values",
                        budget(
                                "{'selector': {'matchExpressions': [{'key': 'a', 'operator':"
                                        + " 'In'}]}}"),
                        invalidBudget(
                                "spec.selector.matchExpressions[0].values: Required value: must be"
                                        + " specified when `operator` is 'In' or 'NotIn'")),
                new Case(
                        "a key that is none",
                        budget("{'selector': {'matchLabels': {'-a': 'b'}}}"),
                        invalidBudget(
                                "spec.selector.matchLabels: Invalid value: \"-a\": " + NAME_PART)),
                new Case(
                        "a built-in kind in a version that is not served",
                        tree(
                                "{'apiVersion': 'policy/v1beta1', 'kind': 'PodDisruptionBudget',"
                                        + " 'metadata': {'name': 'b', 'namespace': 'default'}}"),
                        "no matches for kind \"PodDisruptionBudget\" in version"
                                + " \"policy/v1beta1\""));
    }

    @ParameterizedTest
    @MethodSource("rejected")
    void isRejected(Case rejected) {
        assertThat(store.create(rejected.object))
                .isInstanceOfSatisfying(
                        Reply.Refused.class,
                        reply -> assertThat(reply.why().message()).isEqualTo(rejected.message));
    }

    @Test
    void valuesEqualToThoseOfTheClassAreAccepted() {
        Json.Obj agreeing =
                spec(
                        "{'priorityClassName': 'polite', 'priority': 10, 'preemptionPolicy':"
                                + " 'Never'}");

        assertThat(store.create(agreeing).granted()).isTrue();
    }

    @Test
    void aSystemPriorityClassCanBeCreated() {
        Json.Obj critical = priorityClass("system-node-critical", "{'value': 2000001000}");

        assertThat(store.create(critical).granted()).isTrue();
    }

    @Test
    void aBudgetCanRequireAllPods() {
        assertThat(store.create(budget("{'minAvailable': '100%', 'selector': {}}")).granted())
                .isTrue();
    }

    private static Json.Obj spec(String change) {
        return merge(pod("web"), "{'spec': " + change + "}");
    }

    private static Json.Obj priorityClass(String name, String fields) {
        return merge(
                tree(
                        "{'apiVersion': 'scheduling.k8s.io/v1', 'kind': 'PriorityClass',"
                                + " 'metadata': {'name': '%s'}}".formatted(name)),
                fields);
    }

    private static Json.Obj budget(String spec) {
        return tree(
                "{'apiVersion': 'policy/v1', 'kind': 'PodDisruptionBudget', 'metadata': {'name':"
                        + " 'b', 'namespace': 'default'}, 'spec': %s}".formatted(spec));
    }

    private static String invalidPod(String cause) {
        return "Pod \"web\" is invalid: " + cause;
    }

    private static String invalidClass(String name, String cause) {
        return "PriorityClass.scheduling.k8s.io \"" + name + "\" is invalid: " + cause;
    }

    private static String invalidBudget(String cause) {
        return "PodDisruptionBudget.policy \"b\" is invalid: " + cause;
    }
}
