package dev.berth.serving.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;
import dev.berth.kubeclient.ApiClient;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.model.json.Json;
import dev.berth.serving.http.ServerRequest;

import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Authenticates by bearer token, which the API server reviews.
final class TokenAuthenticator implements Authenticator {
    static final String PATH = "/apis/authentication.k8s.io/v1/tokenreviews";

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final AuthenticationResult INVALID =
            new AuthenticationResult.Refused("invalid bearer token");
    private static final int MAX_ENTRIES = 4096;

    private final ApiClient api;
    private final Duration ttl;
    private final Log log;
    private final ExpiringCache<AuthenticationResult> cache;

    TokenAuthenticator(ApiClient api, Duration ttl, Clock clock, Log log) {
        this.api = api;
        this.ttl = ttl;
        this.log = log;
        cache = new ExpiringCache<>(MAX_ENTRIES, clock);
    }

    @Override
    public AuthenticationResult proof(ServerRequest call) throws InterruptedException {
        String token = token(call.header("Authorization").orElse("").strip());
        if (token.isEmpty()) {
            return AuthenticationResult.NONE;
        }
        // The cache contains no tokens, only their digests.
        String key = digest(token);
        Optional<AuthenticationResult> known = cache.get(key);
        return known.isPresent() ? known.get() : reviewed(token, key);
    }

    private static String token(String authorization) {
        String[] parts = authorization.split(" ", 3);
        return parts.length >= 2 && parts[0].equalsIgnoreCase("bearer") ? parts[1] : "";
    }

    private AuthenticationResult reviewed(String token, String key) throws InterruptedException {
        Json review;
        try {
            review =
                    AccessReviews.answer(
                            api, ApiRequest.post(PATH, request(token)).within(TIMEOUT));
        } catch (IOException e) {
            log.error(e, "Failed to make webhook authenticator request");
            return new AuthenticationResult.Refused(String.valueOf(e.getMessage()));
        }
        // Parity: the token cache does not keep results with an error.
        String error = review.textAt("status", "error").orElse("");
        if (!review.at("status", "authenticated").equals(Optional.of(Json.of(true)))) {
            if (error.isEmpty()) {
                cache.put(key, INVALID, ttl);
                return INVALID;
            }
            return new AuthenticationResult.Refused(error);
        }
        Json user = review.objAt("status", "user").orElse(Json.Obj.EMPTY);
        AuthenticationResult proof =
                new AuthenticationResult.Known(
                        new User(
                                user.textAt("username").orElse(""),
                                user.textAt("uid").orElse(""),
                                texts(user.at("groups").orElse(Json.Null.NULL)),
                                extra(user)));
        cache.put(key, proof, ttl);
        return proof;
    }

    private static Json.Obj request(String token) {
        return Json.Obj.builder()
                .put("kind", "TokenReview")
                .put("apiVersion", "authentication.k8s.io/v1")
                .put("spec", Json.Obj.of("token", Json.of(token)))
                .build();
    }

    private static Map<String, List<String>> extra(Json user) {
        var extra = new LinkedHashMap<String, List<String>>();
        user.objAt("extra")
                .ifPresent(object ->
                        object.fields().forEach((key, values) -> extra.put(key, texts(values))));
        return extra;
    }

    private static List<String> texts(Json value) {
        return value instanceof Json.Arr(var elements)
                ? elements.stream()
                        .filter(Json.Str.class::isInstance)
                        .map(element -> ((Json.Str) element).value())
                        .toList()
                : List.of();
    }

    private static String digest(String token) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no SHA-256", e);
        }
    }
}
