package dev.berth.serving.auth;

import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;
import dev.berth.kubeclient.ApiClient;
import dev.berth.serving.http.ServerRequest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Authenticates requests: by the headers of a front proxy, by a client certificate, or by a token.
/// A request without credentials has the anonymous user.
///
/// Kubernetes: `DelegatingAuthenticatorConfig`.
public final class Authentication {
    private final AuthenticationOptions options;
    private final Log log;
    private final Optional<ClusterClientCa> cluster;
    private final List<Authenticator> authenticators = new ArrayList<>();

    /// @param api the client for token reviews and for the client CA of the cluster; empty if there
    ///   is none
    /// @throws IllegalArgumentException if a configured file contains no certificates
    public Authentication(
            AuthenticationOptions options, Optional<ApiClient> api, Clock clock, Log log) {
        this.options = options;
        this.log = log;
        cluster =
                options.skipLookup()
                        ? Optional.empty()
                        : api.map(client -> new ClusterClientCa(client, clock, log));
        CaSource proxies =
                source(
                        options.requestHeader().clientCaFile(),
                        "requestheader-client-ca-file",
                        clock);
        CaSource clients = source(options.clientCaFile(), "client-ca-file", clock);
        var chains = new ClientChains(clock);
        authenticators.add(
                new ProxyAuthenticator(
                        proxies,
                        () ->
                                options.requestHeader().clientCaFile().isEmpty()
                                        ? cluster.map(ClusterClientCa::requestHeader)
                                                .orElse(options.requestHeader())
                                        : options.requestHeader(),
                        chains));
        authenticators.add(new CertificateAuthenticator(clients, chains));
        api.ifPresent(client ->
                authenticators.add(
                        new TokenAuthenticator(client, options.tokenCacheTtl(), clock, log)));
    }

    private CaSource source(String file, String key, Clock clock) {
        if (!file.isEmpty()) {
            return new CaFile(file, clock, log);
        }
        if (options.skipLookup()) {
            return CaSource.NONE;
        }
        if (cluster.isEmpty()) {
            log.warn(
                    "No authentication-kubeconfig provided in order to lookup "
                            + key
                            + " in configmap/extension-apiserver-authentication in kube-system, so"
                            + " client certificates of this kind won't work");
            return CaSource.NONE;
        }
        return cluster.get().source(key);
    }

    /// Reads the client CA of the cluster. Otherwise, it is read at its first use.
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

    public AuthenticationResult proof(ServerRequest call) throws InterruptedException {
        var failures = new ArrayList<String>();
        for (Authenticator authenticator : authenticators) {
            switch (authenticator.proof(call)) {
                case AuthenticationResult.Known(var user) -> {
                    call.connection().authenticated();
                    return new AuthenticationResult.Known(user.authenticated());
                }
                case AuthenticationResult.Refused(var why) -> failures.add(why);
                case AuthenticationResult.None _ -> {}
            }
        }
        return failures.isEmpty()
                ? new AuthenticationResult.Known(User.ANONYMOUS)
                : new AuthenticationResult.Refused(String.join(", ", failures));
    }
}
