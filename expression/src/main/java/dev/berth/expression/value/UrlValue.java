package dev.berth.expression.value;

import org.jspecify.annotations.Nullable;

/// A URL.
public final class UrlValue extends Value {
    private final GoUrl url;

    public UrlValue(GoUrl url) {
        this.url = url;
    }

    public GoUrl url() {
        return url;
    }

    @Override
    public TypeValue type() {
        return TypeValue.URL;
    }

    @Override
    public Value equalTo(Value other) {
        return other instanceof UrlValue value
                ? BoolValue.of(url.toString().equals(value.url.toString()))
                : other.asMissingOverload();
    }

    @Override
    public @Nullable String keyText() {
        return text();
    }

    @Override
    public String text() {
        return url.toString();
    }

    @Override
    public String goType() {
        return "cel.URL";
    }

    @Override
    public String notBool() {
        return "type conversion error from 'URL' to 'bool'";
    }
}
