package dev.berth.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.Map;
import java.util.Optional;

class SelectorTest {
    private static final String NAME_RULE =
            "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with"
                    + " an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc',"
                    + " regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
    private static final String VALUE_RULE =
            "a valid label must be an empty string or consist of alphanumeric characters, '-', '_'"
                    + " or '.', and must start and end with an alphanumeric character (e.g."
                    + " 'MyValue',  or 'my_value',  or '12345', regex used for validation is"
                    + " '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
    private static final Labels LABELS = Labels.of(Map.of("app", "web", "empty", "", "size", "12"));

    record Match(String operator, String key, List<String> values, boolean matches) {}

    static List<Match> matches() {
        return List.of(
                new Match("In", "app", List.of("db", "web"), true),
                new Match("In", "app", List.of("db"), false),
                new Match("In", "none", List.of("web"), false),
                new Match("In", "empty", List.of(""), true),
                new Match("In", "none", List.of(""), false),
                new Match("NotIn", "app", List.of("db"), true),
                new Match("NotIn", "app", List.of("web", "db"), false),
                new Match("NotIn", "none", List.of("web"), true),
                new Match("Exists", "empty", List.of(), true),
                new Match("Exists", "none", List.of(), false),
                new Match("DoesNotExist", "empty", List.of(), false),
                new Match("DoesNotExist", "none", List.of(), true),
                new Match("Gt", "size", List.of("11"), true),
                new Match("Gt", "size", List.of("12"), false),
                new Match("Gt", "size", List.of("0009"), true),
                new Match("Lt", "size", List.of("13"), true),
                new Match("Lt", "size", List.of("12"), false),
                new Match("Gt", "app", List.of("1"), false),
                new Match("Gt", "none", List.of("1"), false),
                new Match("Gt", "empty", List.of("1"), false),
                new Match("Like", "app", List.of("web"), false));
    }

    @ParameterizedTest
    @MethodSource("matches")
    void requirementsMatchLabels(Match each) {
        var requirement = new Requirement(each.key, each.operator, each.values);
        assertThat(requirement.matches(LABELS)).isEqualTo(each.matches);
    }

    @Test
    void anAbsentSelectorSelectsNothingAndAnEmptyOneEverything() {
        assertThat(Selector.of(Optional.empty()).matches(LABELS)).isFalse();
        assertThat(Selector.of(Optional.empty()).isEmpty()).isFalse();
        Selector all = Selector.of(Optional.of(new LabelSelector(Labels.NONE, List.of())));
        assertThat(all.matches(LABELS)).isTrue();
        assertThat(all.isEmpty()).isTrue();
    }

    @Test
    void allRequirementsMustBeMet() {
        var both =
                new LabelSelector(
                        Labels.of("app", "web"),
                        List.of(new Requirement("size", "In", List.of("12"))));
        var other =
                new LabelSelector(
                        Labels.of("app", "web"),
                        List.of(new Requirement("size", "In", List.of("13"))));
        assertThat(Selector.of(Optional.of(both)).matches(LABELS)).isTrue();
        assertThat(Selector.of(Optional.of(other)).matches(LABELS)).isFalse();
        Selector more =
                Selector.of(Optional.of(both)).and(new Requirement("no", "Exists", List.of()));
        assertThat(more.matches(LABELS)).isFalse();
        assertThat(
                        Selector.NOTHING
                                .and(new Requirement("app", "Exists", List.of()))
                                .matches(LABELS))
                .isFalse();
    }

    @Test
    void aMapOfLabelsIsNotValidated() {
        Labels odd = Labels.of("a b", "- -");
        assertThat(Selector.exactly(odd).matches(odd)).isTrue();
        assertThat(Selector.exactly(odd).matches(LABELS)).isFalse();
    }

    record Bad(LabelSelector selector, String message) {}

    static List<Bad> bad() {
        String inEmpty =
                "values: Invalid value: null: for 'in', 'notin' operators, values set can't be"
                        + " empty";
        return List.of(
                bad("a", "Gt", List.of("1"), "\"Gt\" is not a valid label selector operator"),
                bad("a", "In", List.of(), inEmpty),
                bad("a", "NotIn", List.of(), inEmpty),
                bad(
                        "a",
                        "Exists",
                        List.of("1"),
                        "values: Invalid value: [\"1\"]: values set must be empty for exists and"
                                + " does not exist"),
                bad(
                        "a b",
                        "Exists",
                        List.of(),
                        "key: Invalid value: \"a b\": name part " + NAME_RULE),
                bad(
                        "a",
                        "In",
                        List.of("b b", "c c"),
                        "[values[0][a]: Invalid value: \"b b\": "
                                + VALUE_RULE
                                + ", values[1][a]: Invalid value: \"c c\": "
                                + VALUE_RULE
                                + "]"),
                new Bad(
                        new LabelSelector(Labels.of("a b", "x x"), List.of()),
                        "[key: Invalid value: \"a b\": name part "
                                + NAME_RULE
                                + ", values[0][a b]: Invalid value: \"x x\": "
                                + VALUE_RULE
                                + "]"),
                new Bad(
                        new LabelSelector(
                                Labels.NONE,
                                List.of(
                                        new Requirement("a b", "Exists", List.of()),
                                        new Requirement("a c", "Exists", List.of()))),
                        "key: Invalid value: \"a b\": name part " + NAME_RULE));
    }

    private static Bad bad(String key, String operator, List<String> values, String message) {
        var requirement = new Requirement(key, operator, values);
        return new Bad(new LabelSelector(Labels.NONE, List.of(requirement)), message);
    }

    @ParameterizedTest
    @MethodSource("bad")
    void anInvalidSelectorHasKubeSchedulersMessage(Bad each) {
        assertThatThrownBy(() -> Selector.of(Optional.of(each.selector)))
                .isInstanceOf(SelectorException.class)
                .hasMessage(each.message);
    }

    record BadKey(String key, String problem) {}

    static List<BadKey> badKeys() {
        return List.of(
                new BadKey("a b", "name part " + NAME_RULE),
                new BadKey("", "name part must be non-empty; name part " + NAME_RULE),
                new BadKey("a/", "name part must be non-empty; name part " + NAME_RULE),
                new BadKey("/b", "prefix part must be non-empty"),
                new BadKey(
                        "A_/b",
                        "prefix part a lowercase RFC 1123 subdomain must consist of lower case"
                                + " alphanumeric characters, '-' or '.', and must start and end"
                                + " with an alphanumeric character (e.g. 'example.com', regex used"
                                + " for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?"
                                + "(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"),
                new BadKey(
                        "a/b/c",
                        "a valid label key "
                                + NAME_RULE
                                + " with an optional DNS subdomain prefix and '/' (e.g."
                                + " 'example.com/MyName')"),
                new BadKey("x".repeat(64), "name part must be no more than 63 bytes"),
                new BadKey("x".repeat(254) + "/x", "prefix part must be no more than 253 bytes"));
    }

    @ParameterizedTest
    @MethodSource("badKeys")
    void keysHaveASyntax(BadKey each) {
        assertThat(String.join("; ", LabelSyntax.ofKey(each.key))).isEqualTo(each.problem);
    }

    @Test
    void valuesHaveASyntax() {
        assertThat(LabelSyntax.ofValue("")).isEmpty();
        assertThat(LabelSyntax.ofValue("a.B_c-1")).isEmpty();
        assertThat(LabelSyntax.ofValue("x".repeat(64)))
                .containsExactly("must be no more than 63 bytes");
        assertThat(LabelSyntax.ofValue("-" + "x".repeat(64)))
                .containsExactly("must be no more than 63 bytes", VALUE_RULE);
    }
}
