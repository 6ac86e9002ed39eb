package dev.berth.serving.tls;

import java.util.List;

/// The TLS flags of a server; absent values are empty.
///
/// @param certificateFolder the folder for a generated certificate if no file is configured
/// @param named certificates for certain names; the first match is used
/// @param cipherSuites by Go's names
/// @param curves by Go's numbers
/// @param minVersion by Go's name: `VersionTLS12`
public record TlsOptions(
        String certificateFolder,
        String certificateFile,
        String keyFile,
        List<NamedFiles> named,
        List<String> cipherSuites,
        List<Integer> curves,
        String minVersion) {
    public static final TlsOptions DEFAULT =
            new TlsOptions("", "", "", List.of(), List.of(), List.of(), "");

    public TlsOptions {
        named = List.copyOf(named);
        cipherSuites = List.copyOf(cipherSuites);
        curves = List.copyOf(curves);
    }

    /// @param names the names of the certificate; `*.example.com` includes all names below; empty
    ///   for the names in the certificate
    public record NamedFiles(String certificateFile, String keyFile, List<String> names) {
        public NamedFiles {
            names = List.copyOf(names);
        }
    }

    public TlsOptions withFiles(String certificate, String key) {
        return new TlsOptions(
                certificateFolder, certificate, key, named, cipherSuites, curves, minVersion);
    }
}
