package dev.berth.serving.auth;

import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;
import dev.berth.kube.client.ApiClient;
import dev.berth.serving.http.Call;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Finds out who asks: by the headers of a proxy, by a certificate, by a token; and without any of
/// them it is the anonymous user.
public final class Authentication {
    private final AuthenticationOptions options;
    private final Log log;
    private final Optional<ClusterTrust> cluster;
    private final List<Authenticator> ways = new ArrayList<>();

    /// @param api where tokens are reviewed and the cluster's trust is read; empty if there is none
    /// @throws IllegalArgumentException if files are named that hold no certificates
    public Authentication(
            AuthenticationOptions options, Optional<ApiClient> api, Clock clock, Log log) {
        this.options = options;
        this.log = log;
        cluster =
                options.skipLookup()
                        ? Optional.empty()
                        : api.map(client -> new ClusterTrust(client, clock, log));
        TrustSource proxies =
                source(
                        options.requestHeader().clientCaFile(),
                        "requestheader-client-ca-file",
                        clock);
        TrustSource clients = source(options.clientCaFile(), "client-ca-file", clock);
        var chains = new ClientChains(clock);
        ways.add(
                new ProxyAuthenticator(
                        proxies,
                        () ->
                                options.requestHeader().clientCaFile().isEmpty()
                                        ? cluster.map(ClusterTrust::requestHeader)
                                                .orElse(options.requestHeader())
                                        : options.requestHeader(),
                        chains));
        ways.add(new CertificateAuthenticator(clients, chains));
        api.ifPresent(client ->
                ways.add(new TokenAuthenticator(client, options.tokenCacheTtl(), clock, log)));
    }

    private TrustSource source(String file, String key, Clock clock) {
        if (!file.isEmpty()) {
            return new TrustFile(file, clock, log);
        }
        if (options.skipLookup()) {
            return TrustSource.NONE;
        }
        if (cluster.isEmpty()) {
            log.warn(
                    "No authentication-kubeconfig provided in order to lookup "
                            + key
                            + " in configmap/extension-apiserver-authentication in kube-system, so"
                            + " client certificates of this kind won't work");
            return TrustSource.NONE;
        }
        return cluster.get().source(key);
    }

    /// Reads what the cluster says about trust. Without this it is read when it is first needed.
    ///
    /// @throws IOException if it cannot be read and the options do not tolerate that
    public void lookUp() throws IOException, InterruptedException {
        if (cluster.isPresent()) {
            try {
                cluster.get().read();
            } catch (IOException e) {
                if (!options.tolerateLookupFailure()) {
                    throw new IOException(
                            "unable to load configmap based request-header-client-ca-file: "
                                    + e.getMessage(),
                            e);
                }
                log.warn(
                        "Error looking up in-cluster authentication configuration, continuing"
                                + " without it. This may treat all requests as anonymous. To"
                                + " require it, set --authentication-tolerate-lookup-failure=false",
                        "err",
                        String.valueOf(e.getMessage()));
            }
        }
    }

    public Proof proof(Call call) throws InterruptedException {
        var refusals = new ArrayList<String>();
        for (Authenticator way : ways) {
            switch (way.proof(call)) {
                case Proof.Known(var user) -> {
                    return new Proof.Known(user.authenticated());
                }
                case Proof.Refused(var why) -> refusals.add(why);
                case Proof.None _ -> {}
            }
        }
        return refusals.isEmpty()
                ? new Proof.Known(User.ANONYMOUS)
                : new Proof.Refused(String.join(", ", refusals));
    }
}
