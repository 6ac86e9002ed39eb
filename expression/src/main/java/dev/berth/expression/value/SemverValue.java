package dev.berth.expression.value;

import org.jspecify.annotations.Nullable;

/// A semantic version.
public final class SemverValue extends Value {
    private final SemanticVersion version;

    public SemverValue(SemanticVersion version) {
        this.version = version;
    }

    public SemanticVersion version() {
        return version;
    }

    @Override
    public TypeValue type() {
        return TypeValue.SEMVER;
    }

    @Override
    public Value equalTo(Value other) {
        return other instanceof SemverValue semver
                ? BoolValue.of(version.compareTo(semver.version) == 0)
                : other.asMissingOverload();
    }

    @Override
    public @Nullable String keyText() {
        return text();
    }

    @Override
    public String text() {
        return version.toString();
    }

    @Override
    public String goType() {
        return "cel.Semver";
    }

    @Override
    public String notBool() {
        return "type conversion error from 'Semver' to 'bool'";
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
