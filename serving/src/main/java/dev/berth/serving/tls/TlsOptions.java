package dev.berth.serving.tls;

import java.util.List;

/// How connections are encrypted and which certificates prove who we are; what is empty is not
/// given.
///
/// @param certificateFolder where a certificate is kept when no file is named
/// @param named certificates for certain names, the first that fits is shown
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

    /// @param names which the certificate is for, `*.example.com` for all below; empty means those
    ///   it names itself
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
