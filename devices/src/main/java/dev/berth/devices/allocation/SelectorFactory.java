package dev.berth.devices.allocation;

import dev.berth.expression.DeviceInput;

/// Compiles the selectors of device classes and requests.
@FunctionalInterface
public interface SelectorFactory {
    /// @throws SelectorException with the problem, if the expression is invalid
    CompiledSelector compile(String expression) throws SelectorException;

    /// A compiled selector.
    @FunctionalInterface
    interface CompiledSelector {
        /// Whether a device with this content matches.
        ///
        /// @throws SelectorException with the problem, if the evaluation fails
        boolean matches(DeviceInput device) throws SelectorException;

        /// As [#matches(DeviceInput)]. A long evaluation calls `interruption` now and then, which
        /// throws an exception to end it.
        default boolean matches(DeviceInput device, Runnable interruption)
                throws SelectorException {
            return matches(device);
        }
    }

    /// A selector is invalid, or its evaluation failed.
    final class SelectorException extends Exception {
        private static final long serialVersionUID = 1L;

        public SelectorException(String message) {
            super(message);
        }
    }
}
