package dev.berth.serving.auth;

import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;
import dev.berth.kubeclient.ApiClient;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.tls.Pem;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonException;
import dev.berth.serving.auth.AuthenticationOptions.RequestHeader;

import java.io.IOException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/// The client CA of the cluster, which API servers publish in the ConfigMap
/// `kube-system/extension-apiserver-authentication`. Kubernetes: `ConfigMapCAController`.
///
/// The ConfigMap is not watched, because it changes once in years and is only needed when a client
/// sends a certificate. It is read again if the last read is a minute old, and every few seconds at
/// most if a certificate is rejected. Therefore, a new authority is accepted with its first
/// certificate.
final class ClusterClientCa {
    static final String PATH =
            "/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication";

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final long AGE = Duration.ofMinutes(1).toNanos();
    private static final long AGE_AFTER_REFUSAL = Duration.ofSeconds(5).toNanos();

    private final ApiClient api;
    private final Clock clock;
    private final Log log;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile Reading last = new Reading(Json.Obj.EMPTY, Long.MIN_VALUE);

    ClusterClientCa(ApiClient api, Clock clock, Log log) {
        this.api = api;
        this.clock = clock;
        this.log = log;
    }

    /// @param at the time of the read, successful or not
    private record Reading(Json.Obj data, long at, Map<String, List<X509Certificate>> authorities) {
        Reading(Json.Obj data, long at) {
            this(data, at, new ConcurrentHashMap<>());
        }
    }

    CaSource source(String key) {
        return new CaSource() {
            @Override
            public List<X509Certificate> current() throws InterruptedException {
                refresh(AGE);
                return authorities(key);
            }

            @Override
            public List<X509Certificate> renewed() throws InterruptedException {
                refresh(AGE_AFTER_REFUSAL);
                return authorities(key);
            }
        };
    }

    private List<X509Certificate> authorities(String key) {
        Reading now = last;
        return now.authorities()
                .computeIfAbsent(
                        key,
                        _ -> {
                            String text = now.data().textAt(key).orElse("");
                            try {
                                return text.isBlank() ? List.of() : Pem.certificates(text);
                            } catch (IllegalArgumentException e) {
                                log.error(
                                        e,
                                        "A CA bundle in the ConfigMap cannot be used",
                                        "key",
                                        key);
                                return List.of();
                            }
                        });
    }

    RequestHeader requestHeader() {
        return new RequestHeader(
                "",
                names("requestheader-allowed-names"),
                names("requestheader-username-headers"),
                names("requestheader-uid-headers"),
                names("requestheader-group-headers"),
                names("requestheader-extra-headers-prefix"));
    }

    /// Returns a list, which the ConfigMap contains as JSON text.
    private List<String> names(String key) {
        String text = last.data().textAt(key).orElse("");
        try {
            return !text.isBlank() && Json.parse(text) instanceof Json.Arr(var elements)
                    ? elements.stream()
                            .filter(Json.Str.class::isInstance)
                            .map(element -> ((Json.Str) element).value().strip())
                            .filter(name -> !name.isEmpty())
                            .toList()
                    : List.of();
        } catch (JsonException e) {
            log.error(e, "A list in the ConfigMap cannot be read", "key", key);
            return List.of();
        }
    }

    private void refresh(long age) throws InterruptedException {
        if (old(age)) {
            reading.lockInterruptibly();
            try {
                if (old(age)) {
                    read();
                }
            } catch (IOException e) {
                log.error(e, "The client CA of the cluster cannot be read, keeping the old one");
            } finally {
                reading.unlock();
            }
        }
    }

    private boolean old(long age) {
        long at = last.at();
        return at == Long.MIN_VALUE || clock.nowNanos() - at >= age;
    }

    /// @throws IOException if the ConfigMap cannot be read; the last data stays in use
    void read() throws IOException, InterruptedException {
        long now = clock.nowNanos();
        try {
            last = new Reading(data(), now);
        } catch (IOException e) {
            last = new Reading(last.data(), now);
            throw e;
        }
    }

    private Json.Obj data() throws IOException, InterruptedException {
        return AccessReviews.answer(api, ApiRequest.get(PATH).within(TIMEOUT))
                .objAt("data")
                .orElse(Json.Obj.EMPTY);
    }
}
