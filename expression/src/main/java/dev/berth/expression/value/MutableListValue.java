package dev.berth.expression.value;

import java.util.ArrayList;
import java.util.List;

/// The list that a macro collects elements in. An addition changes it.
///
/// Parity: cel-go uses it for every empty list that a comprehension starts with. Therefore
/// `cel.bind(x, [], x + [1] == x)` is true.
public final class MutableListValue extends ListValue {
    private final List<Value> elements = new ArrayList<>();
    private int size;

    @Override
    public long size() {
        return size;
    }

    @Override
    public Value get(int position) {
        if (position >= elements.size()) {
            throw new PanicException(
                    "runtime error: index out of range ["
                            + position
                            + "] with length "
                            + elements.size());
        }
        return elements.get(position);
    }

    // Parity: a list that is added to itself counts the elements after the addition.
    @Override
    public Value add(Value other) {
        switch (other) {
            case MutableListValue list -> {
                elements.addAll(List.copyOf(list.elements));
                size += list.elements.size();
            }
            case ListValue list -> {
                for (int i = 0; i < list.size(); i++) {
                    elements.add(list.get(i));
                    size++;
                }
            }
            default -> {
                return other.asMissingOverload();
            }
        }
        return this;
    }

    /// The list that is the result of the macro.
    public ListValue frozen() {
        return ListValue.of(elements);
    }

    @Override
    public String goType() {
        return "*types.mutableList";
    }
}
