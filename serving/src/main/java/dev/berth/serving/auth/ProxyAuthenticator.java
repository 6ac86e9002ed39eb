package dev.berth.serving.auth;

import dev.berth.serving.auth.AuthenticationOptions.RequestHeader;
import dev.berth.serving.http.Headers;
import dev.berth.serving.http.ServerRequest;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Authenticates by the headers of a front proxy, which must have a valid client certificate.
final class ProxyAuthenticator implements Authenticator {
    private final CaSource source;
    private final Supplier<RequestHeader> options;
    private final ClientChains chains;

    ProxyAuthenticator(CaSource source, Supplier<RequestHeader> options, ClientChains chains) {
        this.source = source;
        this.options = options;
        this.chains = chains;
    }

    @Override
    public AuthenticationResult proof(ServerRequest call) throws InterruptedException {
        List<X509Certificate> chain = call.certificates();
        if (chain.isEmpty() || source.current().isEmpty()) {
            return AuthenticationResult.NONE;
        }
        Optional<String> failure = chains.failure(chain, source);
        if (failure.isPresent()) {
            return new AuthenticationResult.Refused(failure.get());
        }
        RequestHeader expected = options.get();
        String proxy = CertificateSubject.of(chain.getFirst()).commonName();
        if (!expected.allowedNames().isEmpty() && !expected.allowedNames().contains(proxy)) {
            return new AuthenticationResult.Refused(
                    "x509: subject with cn=%s is not in the allowed list".formatted(proxy));
        }
        Headers headers = call.headers();
        String name = first(headers, expected.usernameHeaders());
        return name.isEmpty()
                ? AuthenticationResult.NONE
                : new AuthenticationResult.Known(
                        new User(
                                name,
                                first(headers, expected.uidHeaders()),
                                expected.groupHeaders().stream()
                                        .flatMap(header -> headers.all(header).stream())
                                        .filter(group -> !group.isEmpty())
                                        .toList(),
                                extra(headers, expected.extraPrefixes())));
    }

    private static String first(Headers headers, List<String> names) {
        return names.stream()
                .flatMap(name -> headers.first(name).stream())
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElse("");
    }

    private static Map<String, List<String>> extra(Headers headers, List<String> prefixes) {
        var extra = new LinkedHashMap<String, List<String>>();
        for (String prefix : prefixes) {
            headers.below(prefix)
                    .forEach((key, values) ->
                            extra.computeIfAbsent(unescaped(key), _ -> new ArrayList<>())
                                    .addAll(values));
        }
        return extra;
    }

    /// Returns the key unchanged if it cannot be decoded.
    private static String unescaped(String key) {
        try {
            return URLDecoder.decode(key.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return key;
        }
    }
}
