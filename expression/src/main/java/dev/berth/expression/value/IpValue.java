package dev.berth.expression.value;

import org.jspecify.annotations.Nullable;

/// An IP address.
public final class IpValue extends Value implements Capabilities.Sized {
    private final IpAddress address;

    public IpValue(IpAddress address) {
        this.address = address;
    }

    public IpAddress address() {
        return address;
    }

    @Override
    public long size() {
        return address.bits() / 8;
    }

    @Override
    public TypeValue type() {
        return TypeValue.IP;
    }

    @Override
    public Value equalTo(Value other) {
        return other instanceof IpValue ip
                ? BoolValue.of(address.equals(ip.address))
                : other.asMissingOverload();
    }

    @Override
    public Value convertTo(TypeValue target) {
        return target == TypeValue.STRING ? new StringValue(text()) : super.convertTo(target);
    }

    @Override
    public @Nullable String keyText() {
        return text();
    }

    @Override
    public String text() {
        return address.toString();
    }

    @Override
    public String goType() {
        return "cel.IP";
    }

    @Override
    public String notBool() {
        return "type conversion error from 'IP' to 'bool'";
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof IpValue ip && ip.address.equals(address);
    }

    @Override
    public int hashCode() {
        return address.hashCode();
    }
}
