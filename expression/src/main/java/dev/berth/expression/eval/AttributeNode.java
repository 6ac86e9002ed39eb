package dev.berth.expression.eval;

import dev.berth.expression.value.BoolValue;
import dev.berth.expression.value.OptionalValue;
import dev.berth.expression.value.Value;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/// A value and the steps to one of its elements: `device.attributes["domain"].name` (cel-go:
/// `Attribute`).
public abstract class AttributeNode extends EvaluationNode {
    private static final long COST = 1;

    private AttributeNode() {}

    /// The variable in a slot.
    public static AttributeNode variable(int slot) {
        return new Variable(slot);
    }

    /// The accumulator of a comprehension. It is computed when it is read for the first time.
    static AttributeNode accumulator(Comprehension comprehension) {
        return new Accumulator(comprehension);
    }

    /// Elements of the value of any other node.
    public static AttributeNode of(EvaluationNode operand) {
        return new Relative(operand);
    }

    /// `condition ? first : second`. A step applies to both.
    public static AttributeNode conditional(
            EvaluationNode condition, AttributeNode first, AttributeNode second) {
        return new Conditional(condition, first, second);
    }

    /// The test of `has()` on the element of an attribute.
    public static EvaluationNode presenceTest(AttributeNode operand, Value key) {
        operand.add(Qualifier.presence(key));
        return new PresenceTest(operand);
    }

    /// The attribute that a node is, or null.
    public static @Nullable AttributeNode within(EvaluationNode node) {
        return switch (node) {
            case AttributeNode attribute -> attribute;
            case PresenceTest test -> test.attribute;
            default -> null;
        };
    }

    /// Adds a step.
    public abstract void add(Qualifier qualifier);

    /// The value without the cost of the attribute itself.
    abstract Value resolve(Frame frame);

    @Override
    public Value evaluate(Frame frame) {
        Value value = resolve(frame);
        frame.charge(COST);
        return value;
    }

    private abstract static class Qualified extends AttributeNode {
        private final List<Qualifier> qualifiers = new ArrayList<>();

        @Override
        public void add(Qualifier qualifier) {
            qualifiers.add(qualifier);
        }

        abstract Value start(Frame frame);

        @Override
        final Value resolve(Frame frame) {
            Value value = start(frame);
            if (value.isError()) {
                return value;
            }
            boolean optional = false;
            if (value instanceof OptionalValue known) {
                if (!known.hasValue()) {
                    return known;
                }
                optional = true;
                value = known.value();
            }
            for (int i = 0; i < qualifiers.size(); i++) {
                Qualifier qualifier = qualifiers.get(i);
                optional |= qualifier.isOptional();
                Value found =
                        optional
                                ? qualifier.qualifyIfPresent(frame, value)
                                : qualifier.qualify(frame, value);
                if (found == null) {
                    return OptionalValue.NONE;
                }
                if (found.isError()) {
                    return found;
                }
                value = found;
            }
            return optional ? OptionalValue.of(value) : value;
        }
    }

    private static final class Variable extends Qualified {
        private final int slot;

        Variable(int slot) {
            this.slot = slot;
        }

        @Override
        Value start(Frame frame) {
            Value value = frame.variable(slot);
            if (value == null) {
                throw new IllegalStateException("variable " + slot + " has no value");
            }
            return value;
        }
    }

    private static final class Accumulator extends Qualified {
        private final Comprehension comprehension;

        Accumulator(Comprehension comprehension) {
            this.comprehension = comprehension;
        }

        @Override
        Value start(Frame frame) {
            return comprehension.accumulator(frame);
        }
    }

    private static final class Relative extends Qualified {
        private final EvaluationNode operand;

        Relative(EvaluationNode operand) {
            this.operand = operand;
        }

        @Override
        Value start(Frame frame) {
            return operand.evaluate(frame);
        }
    }

    private static final class Conditional extends AttributeNode {
        private final EvaluationNode condition;
        private final AttributeNode first;
        private final AttributeNode second;

        Conditional(EvaluationNode condition, AttributeNode first, AttributeNode second) {
            this.condition = condition;
            this.first = first;
            this.second = second;
        }

        @Override
        public void add(Qualifier qualifier) {
            first.add(qualifier);
            second.add(qualifier);
        }

        @Override
        Value resolve(Frame frame) {
            Value decision = condition.evaluate(frame);
            if (decision == BoolValue.TRUE) {
                return first.resolve(frame);
            }
            return decision == BoolValue.FALSE
                    ? second.resolve(frame)
                    : decision.asMissingOverload();
        }

        @Override
        public Value evaluate(Frame frame) {
            return resolve(frame);
        }
    }

    private static final class PresenceTest extends EvaluationNode {
        private final AttributeNode attribute;
        // Parity: cel-go takes back the cost of the attribute, which a condition does not have.
        private final long refund;

        PresenceTest(AttributeNode attribute) {
            this.attribute = attribute;
            this.refund = attribute instanceof Conditional ? COST : 0;
        }

        @Override
        public Value evaluate(Frame frame) {
            Value value = attribute.resolve(frame);
            frame.charge(-refund);
            return value instanceof OptionalValue optional
                    ? BoolValue.of(optional.hasValue())
                    : value;
        }
    }
}
