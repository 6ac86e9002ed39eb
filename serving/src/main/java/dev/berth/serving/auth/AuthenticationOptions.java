package dev.berth.serving.auth;

import java.time.Duration;
import java.util.List;

/// The authentication flags; absent values are empty.
///
/// @param kubeconfig the kubeconfig of the API server that reviews tokens
/// @param skipLookup whether to skip the lookup of the cluster's client CA
/// @param tolerateLookupFailure whether that lookup can fail at startup
/// @param clientCaFile the authorities of client certificates
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

    /// The settings of a front proxy that authenticates users and sends them in headers.
    ///
    /// @param clientCaFile the authorities of the proxy's certificate
    /// @param allowedNames the allowed common names of the proxy's certificate; empty for any
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
