package dev.berth.expression.value;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Function;

/// A named format of strings, such as `dns1123Label`.
public final class FormatValue extends Value {
    private final String name;
    private final int regexSize;
    private final Function<String, List<String>> problems;

    /// @param regexSize the length of the format's regular expression, which costs depend on
    /// @param problems the reasons why a text does not have the format
    public FormatValue(String name, int regexSize, Function<String, List<String>> problems) {
        this.name = name;
        this.regexSize = regexSize;
        this.problems = problems;
    }

    public int regexSize() {
        return regexSize;
    }

    public List<String> problems(String text) {
        return problems.apply(text);
    }

    @Override
    public TypeValue type() {
        return TypeValue.FORMAT;
    }

    @Override
    public Value equalTo(Value other) {
        return other instanceof FormatValue format
                ? BoolValue.of(name.equals(format.name))
                : other.asMissingOverload();
    }

    @Override
    public String text() {
        return name;
    }

    @Override
    public String goType() {
        return "cel.Format";
    }

    @Override
    public String notBool() {
        return "type conversion error from 'Format' to 'bool'";
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        throw PanicException.unhashable(this);
    }
}
