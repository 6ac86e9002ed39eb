package dev.berth.expression.value;

import dev.berth.model.Quantity;

import org.jspecify.annotations.Nullable;

/// An amount of a resource.
///
/// Parity: a sum or a difference is another type of Go. It equals an amount that is none, but
/// nothing equals it.
public final class QuantityValue extends Value {
    private final Quantity amount;
    private final boolean computed;

    /// @param computed if the amount is a sum or a difference
    public QuantityValue(Quantity amount, boolean computed) {
        this.amount = amount;
        this.computed = computed;
    }

    public Quantity amount() {
        return amount;
    }

    @Override
    public TypeValue type() {
        return TypeValue.QUANTITY;
    }

    @Override
    public Value equalTo(Value other) {
        return other instanceof QuantityValue quantity && !quantity.computed
                ? BoolValue.of(amount.compareTo(quantity.amount) == 0)
                : other.asMissingOverload();
    }

    @Override
    public @Nullable String keyText() {
        return text();
    }

    @Override
    public String text() {
        return amount.toString();
    }

    @Override
    public String goType() {
        return computed ? "*cel.Quantity" : "cel.Quantity";
    }

    @Override
    public String notBool() {
        return "type conversion error from 'Quantity' to 'bool'";
    }
}
