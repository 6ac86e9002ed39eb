package dev.berth.serving.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.util.List;

class EncryptionTest {
    private static TlsOptions options(List<String> suites, List<Integer> curves, String version) {
        return new TlsOptions("", "", "", List.of(), suites, curves, version);
    }

    @Test
    void byDefaultOnlyAuthenticatedEncryptionIsEnabled() {
        Encryption encryption = Encryption.of(TlsOptions.DEFAULT);
        assertThat(encryption.protocols()).containsExactly("TLSv1.3", "TLSv1.2");
        assertThat(encryption.suites())
                .contains("TLS_AES_128_GCM_SHA256", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256")
                .allMatch(suite -> suite.contains("_GCM_") || suite.contains("_POLY1305_"));
        assertThat(encryption.groups()).isEmpty();
        assertThat(encryption.warnings()).isEmpty();
    }

    @Test
    void suitesOfTls13AreAlwaysEnabled() {
        Encryption encryption =
                Encryption.of(
                        options(
                                List.of(
                                        "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305",
                                        "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"),
                                List.of(),
                                ""));
        assertThat(encryption.suites())
                .containsExactly(
                        "TLS_AES_128_GCM_SHA256",
                        "TLS_AES_256_GCM_SHA384",
                        "TLS_CHACHA20_POLY1305_SHA256",
                        "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
                        "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256");
    }

    @Test
    void unsupportedValuesAreIgnoredWithAWarning() {
        Encryption encryption =
                Encryption.of(
                        options(
                                List.of("TLS_RSA_WITH_RC4_128_SHA"),
                                List.of(4588, 29),
                                "VersionTLS10"));
        assertThat(encryption.groups()).containsExactly("x25519");
        assertThat(encryption.warnings())
                .containsExactly(
                        "cipher suite TLS_RSA_WITH_RC4_128_SHA is not supported by this JDK and"
                                + " is ignored",
                        "curve 4588 is not supported by this JDK and is ignored",
                        "VersionTLS10 is insecure and not supported; the minimum is TLS 1.2");
    }

    record Case(String problem, List<String> suites, List<Integer> curves, String version) {}

    static final List<Case> WRONG =
            List.of(
                    new Case(
                            "Cipher suite FOO not supported or doesn't exist; --tls-cipher-suites"
                                    + " takes Go's names, such as"
                                    + " TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
                            List.of("FOO"),
                            List.of(),
                            ""),
                    new Case(
                            "unknown tls version \"VersionTLS9\"; --tls-min-version takes"
                                    + " VersionTLS12 and VersionTLS13, and VersionTLS10 and"
                                    + " VersionTLS11 for VersionTLS12",
                            List.of(),
                            List.of(),
                            "VersionTLS9"),
                    new Case(
                            "curve preference 0 is out of range (must be 1-65535)",
                            List.of(),
                            List.of(0),
                            ""),
                    new Case("duplicate curve preference 23", List.of(), List.of(23, 23), ""),
                    new Case(
                            "curve preference 99 is not supported by the current Go version",
                            List.of(),
                            List.of(99),
                            ""),
                    new Case(
                            "none of the curves [4588] is supported by this JDK; add 29 or 23",
                            List.of(),
                            List.of(4588),
                            ""));

    @ParameterizedTest
    @FieldSource("WRONG")
    void invalidValuesAreRejected(Case wrong) {
        assertThatThrownBy(() ->
                        Encryption.of(options(wrong.suites(), wrong.curves(), wrong.version())))
                .hasMessage(wrong.problem());
    }
}
