package dev.berth.expression.function;

import dev.berth.expression.value.BoolValue;
import dev.berth.expression.value.CidrValue;
import dev.berth.expression.value.ErrorValue;
import dev.berth.expression.value.GoUrl;
import dev.berth.expression.value.IntValue;
import dev.berth.expression.value.IpAddress;
import dev.berth.expression.value.IpValue;
import dev.berth.expression.value.ListValue;
import dev.berth.expression.value.MapValue;
import dev.berth.expression.value.StringValue;
import dev.berth.expression.value.UrlValue;
import dev.berth.expression.value.Value;
import dev.berth.model.GoQuoted;

import java.util.LinkedHashMap;
import java.util.function.Function;
import java.util.function.Predicate;

/// IP addresses, their ranges, and URLs.
final class NetworkFunctions {
    private NetworkFunctions() {}

    static void addTo(Library library) {
        addIp(library);
        addCidr(library);
        addUrl(library);
    }

    private static String text(Value value) {
        return ((StringValue) value).value();
    }

    private static void addIp(Library library) {
        library.unary("string_to_ip", NetworkFunctions::ip)
                .unary("is_ip", text -> BoolValue.of(!ip(text).isError()))
                .unary("ip_family", ip -> IntValue.of(address(ip).is4() ? 4 : 6))
                .unary(
                        "ip_is_canonical",
                        text -> {
                            Value ip = ip(text);
                            return ip.isError() ? ip : BoolValue.of(ip.text().equals(text(text)));
                        });
        test(library, "ip_is_unspecified", IpAddress::isUnspecified);
        test(library, "ip_is_loopback", IpAddress::isLoopback);
        test(library, "ip_is_link_local_multicast", IpAddress::isLinkLocalMulticast);
        test(library, "ip_is_link_local_unicast", IpAddress::isLinkLocalUnicast);
        test(library, "ip_is_global_unicast", IpAddress::isGlobalUnicast);
    }

    private static IpAddress address(Value ip) {
        return ((IpValue) ip).address();
    }

    private static void test(Library library, String overload, Predicate<IpAddress> test) {
        library.unary(overload, ip -> BoolValue.of(test.test(address(ip))));
    }

    private static Value ip(Value value) {
        String text = text(value);
        String problem;
        try {
            IpAddress address = IpAddress.parse(text);
            if (!address.hasZone() && !address.is4In6()) {
                return new IpValue(address);
            }
            problem =
                    address.hasZone()
                            ? "IP address %s with zone value is not allowed"
                            : "IPv4-mapped IPv6 address %s is not allowed";
        } catch (IpAddress.InvalidException invalid) {
            return new ErrorValue(
                    "IP Address "
                            + GoQuoted.of(text)
                            + " parse error during conversion from string: "
                            + invalid.getMessage());
        }
        return new ErrorValue(problem.replace("%s", GoQuoted.of(text)));
    }

    private static void addCidr(Library library) {
        library.unary("string_to_cidr", NetworkFunctions::cidr)
                .unary("is_cidr", text -> BoolValue.of(!cidr(text).isError()))
                .binary("cidr_contains_ip_string", (cidr, text) -> containsIp(cidr, ip(text)))
                .binary("cidr_contains_ip_ip", NetworkFunctions::containsIp)
                .binary("cidr_contains_cidr_string", (cidr, text) -> contains(cidr, cidr(text)))
                .binary("cidr_contains_cidr", NetworkFunctions::contains)
                .unary("cidr_ip", cidr -> new IpValue(((CidrValue) cidr).address()))
                .unary("cidr_prefix_length", cidr -> IntValue.of(((CidrValue) cidr).prefix()))
                .unary("cidr_masked", cidr -> ((CidrValue) cidr).masked());
    }

    private static Value cidr(Value value) {
        String prefix = "network address parse error during conversion from string: ";
        String text = text(value);
        try {
            CidrValue cidr = CidrValue.parse(text);
            return cidr.address().is4In6()
                    ? new ErrorValue(
                            prefix
                                    + "IPv4-mapped IPv6 address "
                                    + GoQuoted.of(text)
                                    + " is not allowed")
                    : cidr;
        } catch (IpAddress.InvalidException invalid) {
            return new ErrorValue(prefix + prefix + invalid.getMessage());
        }
    }

    // Parity: an invalid address in a string is reported without the reason, as a missing overload.
    private static Value containsIp(Value cidr, Value ip) {
        return ip instanceof IpValue known
                ? BoolValue.of(((CidrValue) cidr).contains(known.address()))
                : ErrorValue.NO_SUCH_OVERLOAD;
    }

    private static Value contains(Value cidr, Value other) {
        return other instanceof CidrValue known
                ? BoolValue.of(((CidrValue) cidr).contains(known))
                : other.asMissingOverload();
    }

    private static void addUrl(Library library) {
        library.unary("string_to_url", NetworkFunctions::url)
                .unary("is_url_string", text -> BoolValue.of(isRequestUrl(text(text))));
        part(library, "url_get_scheme", GoUrl::scheme);
        part(library, "url_get_host", GoUrl::host);
        part(library, "url_get_hostname", GoUrl::hostname);
        part(library, "url_get_port", GoUrl::port);
        part(library, "url_get_escaped_path", GoUrl::escapedPath);
        library.unary("url_get_query", url -> parameters(((UrlValue) url).url()));
    }

    private static void part(Library library, String overload, Function<GoUrl, String> part) {
        library.unary(overload, url -> new StringValue(part.apply(((UrlValue) url).url())));
    }

    private static Value url(Value text) {
        try {
            return new UrlValue(GoUrl.parse(text(text)));
        } catch (GoUrl.InvalidException invalid) {
            return new ErrorValue(
                    "URL parse error during conversion from string: " + invalid.getMessage());
        }
    }

    static boolean isRequestUrl(String text) {
        return problem(text) == null;
    }

    /// The reason why a request cannot be made for a text, or null.
    static @org.jspecify.annotations.Nullable String problem(String text) {
        try {
            GoUrl.check(text);
            return null;
        } catch (GoUrl.InvalidException invalid) {
            return invalid.getMessage();
        }
    }

    private static Value parameters(GoUrl url) {
        var entries = new LinkedHashMap<Value, Value>();
        url.parameters()
                .forEach((name, values) ->
                        entries.put(
                                new StringValue(name),
                                ListValue.of(values.stream().map(StringValue::new).toList())));
        return MapValue.of(entries);
    }
}
