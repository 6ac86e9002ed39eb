package dev.berth.serving.auth;

import java.time.Duration;
import java.util.List;

/// How to find out who asks; what is empty is not given.
///
/// @param kubeconfig of the API server that reviews tokens
/// @param skipLookup whether the cluster is not asked whom it trusts
/// @param tolerateLookupFailure whether it may fail to answer that at the start
/// @param clientCaFile who may issue certificates of clients
public record AuthenticationOptions(
        String kubeconfig,
        boolean skipLookup,
        boolean tolerateLookupFailure,
        Duration tokenCacheTtl,
        String clientCaFile,
        RequestHeader requestHeader) {
    public static final AuthenticationOptions DEFAULT =
            new AuthenticationOptions(
                    "", false, true, Duration.ofSeconds(10), "", RequestHeader.DEFAULT);

    /// A proxy that has found out already and says so in headers.
    ///
    /// @param clientCaFile who may issue the proxy's certificate
    /// @param allowedNames of the proxy's certificate; empty means any
    public record RequestHeader(
            String clientCaFile,
            List<String> allowedNames,
            List<String> usernameHeaders,
            List<String> uidHeaders,
            List<String> groupHeaders,
            List<String> extraPrefixes) {
        public static final RequestHeader DEFAULT =
                new RequestHeader(
                        "",
                        List.of(),
                        List.of("x-remote-user"),
                        List.of(),
                        List.of("x-remote-group"),
                        List.of("x-remote-extra-"));

        public RequestHeader {
            allowedNames = List.copyOf(allowedNames);
            usernameHeaders = List.copyOf(usernameHeaders);
            uidHeaders = List.copyOf(uidHeaders);
            groupHeaders = List.copyOf(groupHeaders);
            extraPrefixes = List.copyOf(extraPrefixes);
        }
    }
}
