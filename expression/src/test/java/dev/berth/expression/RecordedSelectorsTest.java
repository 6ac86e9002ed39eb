package dev.berth.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.expression.ExpressionException.Kind;
import dev.berth.model.Quantity;
import dev.berth.model.device.DeviceAttribute;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// `selectors.txt` contains selectors by behavior, and under each one the result of kube-scheduler
/// v1.37.1 for this device, recorded with `conformance/cel`.
class RecordedSelectorsTest {
    private static final DeviceInput DEVICE =
            new DeviceInput(
                    "d.io",
                    Map.of(
                            "i", new DeviceAttribute.OfInt(3),
                            "s", new DeviceAttribute.OfString("abc"),
                            "b", new DeviceAttribute.OfBool(true),
                            "v", new DeviceAttribute.OfVersion("1.2.3"),
                            "x.org/li", new DeviceAttribute.OfInts(List.of(1L, 2L, 3L)),
                            "x.org/ls", new DeviceAttribute.OfStrings(List.of("a", "b")),
                            "x.org/lv", new DeviceAttribute.OfVersions(List.of("1.0.0")),
                            "x.org/lb", new DeviceAttribute.OfBools(List.of(true, false))),
                    Map.of("m", Quantity.parse("10Gi"), "x.org/n", Quantity.parse("1500m")),
                    true);

    record Case(String behavior, String expression, String result) {
        @Override
        public String toString() {
            return behavior + ": " + expression;
        }
    }

    static List<Case> recorded() throws IOException {
        var cases = new ArrayList<Case>();
        String behavior = "";
        String expression = "";
        try (var file = RecordedSelectorsTest.class.getResourceAsStream("selectors.txt")) {
            String text =
                    new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
            for (String line : text.lines().toList()) {
                if (line.startsWith("# ")) {
                    behavior = line.substring(2);
                } else if (line.startsWith("    ")) {
                    cases.add(new Case(behavior, expression, line.strip()));
                } else {
                    expression = line;
                }
            }
        }
        return cases;
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void aSelectorHasTheValueTheErrorAndTheCostOfKubeScheduler(Case one)
            throws ExpressionException {
        assertThat(result(one.expression())).isEqualTo(one.result());
    }

    private static String result(String expression) throws ExpressionException {
        DeviceSelector selector;
        try {
            selector = DeviceSelector.compile(expression);
        } catch (ExpressionException failure) {
            assertThat(failure.kind()).isEqualTo(Kind.COMPILE);
            return "does not compile";
        }
        Evaluation result = selector.evaluate(DEVICE);
        return result.error()
                .map(error -> "fails, cost " + result.cost() + ": " + error)
                .orElse(result.matches() + ", cost " + result.cost());
    }
}
