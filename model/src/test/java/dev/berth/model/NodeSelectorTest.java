package dev.berth.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;

class NodeSelectorTest {
    private static final Labels LABELS = Labels.of("a", "1");
    private static final Requirement GOOD = new Requirement("a", "In", List.of("1"));
    private static final Requirement BAD = new Requirement("a", "Foo", List.of());

    record Case(String name, List<NodeSelectorTerm> terms, boolean matches) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Case> cases() {
        Requirement other = new Requirement("a", "In", List.of("2"));
        return List.of(
                new Case("no terms", List.of(), false),
                new Case("an empty term", List.of(term(List.of(), List.of())), false),
                new Case("labels", List.of(labels(GOOD)), true),
                new Case("all of a term", List.of(labels(GOOD, other)), false),
                new Case("one of the terms", List.of(labels(other), labels(GOOD)), true),
                new Case("a term that cannot be read", List.of(labels(BAD)), false),
                new Case("beside one that can", List.of(labels(BAD), labels(GOOD)), true),
                new Case("its name", List.of(fields("metadata.name", "In", "n1")), true),
                new Case("another name", List.of(fields("metadata.name", "In", "n2")), false),
                new Case("not that name", List.of(fields("metadata.name", "NotIn", "n2")), true),
                new Case("not its name", List.of(fields("metadata.name", "NotIn", "n1")), false),
                new Case("an unknown field is empty", List.of(fields("foo", "In", "")), true),
                new Case("and nothing else", List.of(fields("foo", "In", "x")), false),
                new Case(
                        "fields and labels",
                        List.of(
                                term(
                                        List.of(other),
                                        List.of(
                                                new Requirement(
                                                        "metadata.name", "In", List.of("n1"))))),
                        false),
                new Case(
                        "several names are not read",
                        List.of(fields("metadata.name", "In", "n1", "n2")),
                        false),
                new Case(
                        "numbers are no label values with a sign",
                        List.of(labels(new Requirement("a", "Gt", List.of("-1")))),
                        false));
    }

    private static NodeSelectorTerm labels(Requirement... requirements) {
        return term(List.of(requirements), List.of());
    }

    private static NodeSelectorTerm fields(String key, String operator, String... values) {
        return term(List.of(), List.of(new Requirement(key, operator, List.of(values))));
    }

    private static NodeSelectorTerm term(List<Requirement> labels, List<Requirement> fields) {
        return new NodeSelectorTerm(labels, fields);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aNodeMustMatchOneTerm(Case each) {
        assertThat(NodeSelector.of(each.terms).matches(LABELS, "n1")).isEqualTo(each.matches);
    }

    record Bad(NodeSelectorTerm term, String message) {}

    static List<Bad> bad() {
        return List.of(
                new Bad(
                        labels(BAD),
                        "[0].matchExpressions[0].operator: Unsupported value: \"Foo\": supported"
                                + " values: \"In\", \"NotIn\", \"Exists\", \"DoesNotExist\","
                                + " \"Gt\", \"Lt\""),
                new Bad(
                        labels(new Requirement("a", "Gt", List.of("1", "2"))),
                        "[0].matchExpressions[0].values: Invalid value: [\"1\",\"2\"]: for 'Gt',"
                                + " 'Lt' operators, exactly one value is required"),
                new Bad(
                        labels(new Requirement("a", "Lt", List.of("9223372036854775808"))),
                        "[0].matchExpressions[0].values[0]: Invalid value:"
                                + " \"9223372036854775808\": for 'Gt', 'Lt' operators, the value"
                                + " must be an integer"),
                new Bad(
                        fields("metadata.name", "Exists"),
                        "[0].matchFields[0].operator: Unsupported value: \"Exists\": supported"
                                + " values: \"In\", \"NotIn\""),
                new Bad(
                        fields("metadata.name", "In", "n1", "n2"),
                        "[0].matchFields[0].values: Invalid value: [\"n1\",\"n2\"]: must have one"
                                + " element"),
                new Bad(
                        fields("metadata.name", "In"),
                        "[0].matchFields[0].values: Invalid value: null: must have one element"));
    }

    @ParameterizedTest
    @MethodSource("bad")
    void oneInvalidPreferredTermFailsAll(Bad each) {
        var good = new NodeAffinity.Preferred(1, labels(GOOD));
        assertThatThrownBy(() ->
                        PreferredNodeAffinity.of(
                                List.of(new NodeAffinity.Preferred(5, each.term), good)))
                .hasMessage(each.message);
    }

    @Test
    void preferredTermsWithoutWeightOrRequirementsAreIgnored() {
        var preferred =
                PreferredNodeAffinity.of(
                        List.of(
                                new NodeAffinity.Preferred(0, labels(BAD)),
                                new NodeAffinity.Preferred(5, term(List.of(), List.of())),
                                new NodeAffinity.Preferred(3, labels(GOOD)),
                                new NodeAffinity.Preferred(4, fields("metadata.name", "In", "n1")),
                                new NodeAffinity.Preferred(9, fields("metadata.name", "In", "x"))));
        assertThat(preferred.score(LABELS, "n1")).isEqualTo(7);
    }
}
