package dev.berth.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.berth.expression.ExpressionException.Kind;
import dev.berth.model.Quantity;
import dev.berth.model.device.DeviceAttribute;

import org.junit.jupiter.api.Test;

import java.util.Map;

class DeviceSelectorTest {
    private static final DeviceInput DEVICE =
            new DeviceInput(
                    "gpu.example.com",
                    Map.of(
                            "model", new DeviceAttribute.OfString("a100"),
                            "index", new DeviceAttribute.OfInt(3)),
                    Map.of("memory", Quantity.parse("40Gi")),
                    false);

    @Test
    void aDeviceMatchesByDriverAttributeAndCapacity() throws ExpressionException {
        var selector =
                DeviceSelector.compile(
                        """
                        device.driver == 'gpu.example.com'
                            && device.attributes['gpu.example.com'].model == 'a100'
                            && device.capacity['gpu.example.com'].memory
                                .compareTo(quantity('40Gi')) >= 0\
                        """);
        assertThat(selector.matches(DEVICE)).isTrue();
    }

    @Test
    void anExpressionThatIsNoBoolDoesNotCompile() {
        assertThat(failure("device.driver").kind()).isEqualTo(Kind.COMPILE);
        assertThat(failure("device.driver"))
                .hasMessage("must evaluate to bool or the unknown type, not string");
        assertThat(failure("device.")).hasMessageStartingWith("compilation failed: ");
    }

    @Test
    void aMissingAttributeIsARuntimeError() {
        ExpressionException failure = failure("device.attributes['gpu.example.com'].nosuch == 1");
        assertThat(failure.kind()).isEqualTo(Kind.RUNTIME);
        assertThat(failure).hasMessage("no such key: nosuch");
    }

    @Test
    void anAttributeWithoutAValueFailsEveryEvaluation() {
        var device =
                new DeviceInput(
                        "d", Map.of("empty", new DeviceAttribute.Unsupported()), Map.of(), false);
        var failure =
                catchThrowableOfType(
                        ExpressionException.class,
                        () -> DeviceSelector.compile("true").matches(device));
        assertThat(failure.kind()).isEqualTo(Kind.CONVERSION);
        assertThat(failure).hasMessage("attribute empty: unsupported attribute value");
    }

    private static ExpressionException failure(String expression) {
        return catchThrowableOfType(
                ExpressionException.class,
                () -> DeviceSelector.compile(expression).matches(DEVICE));
    }
}
