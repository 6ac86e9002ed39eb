package dev.berth.expression.value;

import java.util.List;

/// A list. Lists that only differ in how they came about behave differently in cel-go, too: see the
/// subclasses.
public abstract class ListValue extends Value
        implements Capabilities.Addable, Capabilities.Sized, Capabilities.Container {
    public static final ListValue EMPTY = new Plain(List.of());

    public static ListValue of(List<? extends Value> elements) {
        return new Plain(List.copyOf(elements));
    }

    /// The element at a position that exists.
    public abstract Value get(int position);

    /// The element at an index, or an error.
    public Value at(Value index) {
        Long position = Numbers.index(index);
        if (position == null) {
            return new ErrorValue(indexProblem(index));
        }
        if (position < 0 || position >= size()) {
            return new ErrorValue(
                    "index '" + position + "' out of range in list size '" + size() + "'");
        }
        return get((int) (long) position);
    }

    /// The reason why a value is not the index of a list (cel-go: `IndexOrError`).
    public static String indexProblem(Value index) {
        return index instanceof DoubleValue || index instanceof UintValue
                ? "unsupported index value " + index.text() + " in list"
                : "unsupported index type '" + index.type().text() + "' in list";
    }

    @Override
    public TypeValue type() {
        return TypeValue.LIST;
    }

    @Override
    public Value add(Value other) {
        if (!(other instanceof ListValue list)) {
            return other.asMissingOverload();
        }
        if (size() == 0) {
            return list;
        }
        return list.size() == 0 ? this : new Concatenation(this, list);
    }

    @Override
    public Value contains(Value element) {
        for (int i = 0; i < size(); i++) {
            if (element.equalTo(get(i)) == BoolValue.TRUE) {
                return BoolValue.TRUE;
            }
        }
        return BoolValue.FALSE;
    }

    // Parity: the equality of lists takes an error in the comparison of two elements for equality.
    @Override
    public Value equalTo(Value other) {
        if (!(other instanceof ListValue list) || list.size() != size()) {
            return BoolValue.FALSE;
        }
        for (int i = 0; i < size(); i++) {
            if (Value.equal(get(i), list.get(i)) == BoolValue.FALSE) {
                return BoolValue.FALSE;
            }
        }
        return BoolValue.TRUE;
    }

    @Override
    public boolean isZero() {
        return size() == 0;
    }

    @Override
    public String text() {
        var out = new StringBuilder("[");
        for (int i = 0; i < size(); i++) {
            out.append(i == 0 ? "" : ", ").append(get(i).text());
        }
        return out.append(']').toString();
    }

    @Override
    public String goType() {
        return "*types.baseList";
    }

    @Override
    public String notBool() {
        return "type conversion error from list to 'bool'";
    }

    private static final class Plain extends ListValue {
        private final List<Value> elements;

        Plain(List<Value> elements) {
            this.elements = elements;
        }

        @Override
        public long size() {
            return elements.size();
        }

        @Override
        public Value get(int position) {
            return elements.get(position);
        }
    }

    /// The sum of two lists (cel-go: `concatList`).
    private static final class Concatenation extends ListValue {
        private final ListValue first;
        private final ListValue second;
        private final int firstSize;
        private final int size;

        Concatenation(ListValue first, ListValue second) {
            this.first = first;
            this.second = second;
            this.firstSize = (int) first.size();
            this.size = firstSize + (int) second.size();
        }

        @Override
        public long size() {
            return size;
        }

        @Override
        public Value get(int position) {
            return position < firstSize ? first.get(position) : second.get(position - firstSize);
        }

        @Override
        public Value at(Value index) {
            Long position = Numbers.index(index);
            if (position == null) {
                return new ErrorValue(indexProblem(index));
            }
            return position < firstSize
                    ? first.at(IntValue.of(position))
                    : second.at(IntValue.of(position - firstSize));
        }

        // Parity: unlike that of other lists, this equality reports the first error.
        @Override
        public Value equalTo(Value other) {
            if (!(other instanceof ListValue list) || list.size() != size) {
                return BoolValue.FALSE;
            }
            Value failure = null;
            for (int i = 0; i < size; i++) {
                Value equal = Value.equal(get(i), list.get(i));
                if (equal == BoolValue.FALSE) {
                    return equal;
                }
                if (failure == null && equal.isError()) {
                    failure = equal;
                }
            }
            return failure == null ? BoolValue.TRUE : failure;
        }

        @Override
        public String goType() {
            return "*types.concatList";
        }
    }
}
