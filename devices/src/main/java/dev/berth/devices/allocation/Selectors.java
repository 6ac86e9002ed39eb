package dev.berth.devices.allocation;

import dev.berth.devices.allocation.SelectorFactory.CompiledSelector;
import dev.berth.devices.allocation.SelectorFactory.SelectorException;
import dev.berth.expression.DeviceInput;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/// The compiled selectors by expression. Nothing is compiled before a device is tested.
public final class Selectors {
    private static final int MAX_SELECTORS = 1000;

    private final SelectorFactory compiler;
    private final Map<String, Compiled> compiled = new HashMap<>();

    public Selectors(SelectorFactory compiler) {
        this.compiler = compiler;
    }

    /// Whether there are too many expressions. The owner of the contents then clears both.
    boolean tooMany() {
        return compiled.size() > MAX_SELECTORS;
    }

    void clear() {
        compiled.clear();
    }

    Compiled of(String expression) {
        return compiled.computeIfAbsent(expression, this::compile);
    }

    private Compiled compile(String expression) {
        try {
            return new Compiled(compiler.compile(expression), "");
        } catch (SelectorException invalid) {
            return new Compiled(null, Objects.toString(invalid.getMessage(), ""));
        }
    }

    /// The result for one content: whether it matches, or the problem of the evaluation.
    record Result(boolean matches, boolean failed, String problem) {
        static final Result MATCH = new Result(true, false, "");
        static final Result NO_MATCH = new Result(false, false, "");
    }

    /// An expression that is compiled, or cannot be compiled.
    static final class Compiled {
        private final @Nullable CompiledSelector selector;
        private final String problem;

        Compiled(@Nullable CompiledSelector selector, String problem) {
            this.selector = selector;
            this.problem = problem;
        }

        /// Why the expression cannot be compiled; empty if it can.
        String problem() {
            return selector == null ? problem : "";
        }

        boolean invalid() {
            return selector == null;
        }

        Result evaluate(DeviceInput content, Runnable interruption) {
            try {
                return Objects.requireNonNull(selector).matches(content, interruption)
                        ? Result.MATCH
                        : Result.NO_MATCH;
            } catch (SelectorException failed) {
                return new Result(false, true, Objects.toString(failed.getMessage(), ""));
            }
        }
    }
}
