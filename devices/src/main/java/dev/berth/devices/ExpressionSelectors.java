package dev.berth.devices;

import dev.berth.devices.allocation.SelectorFactory;
import dev.berth.expression.DeviceInput;
import dev.berth.expression.DeviceSelector;
import dev.berth.expression.ExpressionException;

import java.util.Objects;

/// Compiles selectors with the module `expression`, whose parser is loaded with the first selector.
final class ExpressionSelectors implements SelectorFactory {
    @Override
    public CompiledSelector compile(String expression) throws SelectorException {
        try {
            DeviceSelector selector = DeviceSelector.compile(expression);
            return new Compiled(selector);
        } catch (ExpressionException invalid) {
            throw failure(invalid);
        }
    }

    private record Compiled(DeviceSelector selector) implements CompiledSelector {
        @Override
        public boolean matches(DeviceInput device) throws SelectorException {
            return matches(device, () -> {});
        }

        @Override
        public boolean matches(DeviceInput device, Runnable interruption) throws SelectorException {
            try {
                return selector.matches(device, interruption);
            } catch (ExpressionException failed) {
                throw failure(failed);
            }
        }
    }

    private static SelectorException failure(ExpressionException cause) {
        return new SelectorException(Objects.toString(cause.getMessage(), ""));
    }
}
