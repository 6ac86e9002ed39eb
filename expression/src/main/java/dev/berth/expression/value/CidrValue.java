package dev.berth.expression.value;

import dev.berth.expression.value.IpAddress.InvalidException;
import dev.berth.model.GoQuoted;

import org.jspecify.annotations.Nullable;

/// A range of IP addresses: an address and the number of its bits that count.
public final class CidrValue extends Value implements Capabilities.Sized {
    private final IpAddress address;
    private final int prefix;

    private CidrValue(IpAddress address, int prefix) {
        this.address = address;
        this.prefix = prefix;
    }

    /// Reads `10.0.0.0/8` as Go's `netip.ParsePrefix` does.
    public static CidrValue parse(String text) throws InvalidException {
        int slash = text.lastIndexOf('/');
        if (slash < 0) {
            throw problem(text, "no '/'");
        }
        IpAddress address;
        try {
            address = IpAddress.parse(text.substring(0, slash));
        } catch (InvalidException invalid) {
            throw problem(text, String.valueOf(invalid.getMessage()));
        }
        if (address.hasZone()) {
            throw problem(text, "IPv6 zones cannot be present in a prefix");
        }
        String bits = text.substring(slash + 1);
        boolean isNumber =
                GoNumbers.isDigits(bits) && (bits.length() == 1 || bits.charAt(0) != '0');
        Long prefix = isNumber ? GoNumbers.parseLong(bits) : null;
        if (prefix == null) {
            throw problem(text, "bad bits after slash: " + GoQuoted.of(bits));
        }
        if (prefix > address.bits()) {
            throw problem(text, "prefix length out of range");
        }
        return new CidrValue(address, (int) (long) prefix);
    }

    private static InvalidException problem(String text, String problem) {
        return new InvalidException("netip.ParsePrefix(" + GoQuoted.of(text) + "): " + problem);
    }

    public IpAddress address() {
        return address;
    }

    public int prefix() {
        return prefix;
    }

    public CidrValue masked() {
        return new CidrValue(address.masked(prefix), prefix);
    }

    public boolean contains(IpAddress other) {
        return other.is4() == address.is4()
                && !other.hasZone()
                && other.masked(prefix).equals(address.masked(prefix));
    }

    /// If all addresses of the other range belong to this one.
    public boolean contains(CidrValue other) {
        return prefix <= other.prefix && contains(other.address);
    }

    @Override
    public long size() {
        return (prefix + 7L) / 8;
    }

    @Override
    public TypeValue type() {
        return TypeValue.CIDR;
    }

    @Override
    public Value equalTo(Value other) {
        return other instanceof CidrValue cidr
                ? BoolValue.of(equals(cidr))
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
        return address + "/" + prefix;
    }

    @Override
    public String goType() {
        return "cel.CIDR";
    }

    @Override
    public String notBool() {
        return "type conversion error from 'CIDR' to 'bool'";
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CidrValue cidr
                && cidr.address.equals(address)
                && cidr.prefix == prefix;
    }

    @Override
    public int hashCode() {
        return address.hashCode() * 31 + prefix;
    }
}
