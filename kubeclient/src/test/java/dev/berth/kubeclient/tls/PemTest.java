package dev.berth.kubeclient.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.math.BigInteger;
import java.security.interfaces.ECPrivateKey;

class PemTest {
    @ParameterizedTest
    @CsvSource({
        "server.key, RSA",
        "server-pkcs1.key, RSA",
        "client.key, EC",
        "client-pkcs8.key, EC",
        "ed25519.key, EdDSA"
    })
    void everyCommonKeyFormatIsRead(String file, String algorithm) {
        assertThat(Pem.privateKey(Fixtures.read(file)).getAlgorithm()).isEqualTo(algorithm);
    }

    @Test
    void theSameKeyInTwoFormatsIsEqual() {
        assertThat(Pem.privateKey(Fixtures.read("server.key")))
                .isEqualTo(Pem.privateKey(Fixtures.read("server-pkcs1.key")));
        assertThat(secret("client.key")).isEqualTo(secret("client-pkcs8.key"));
    }

    private static BigInteger secret(String file) {
        return ((ECPrivateKey) Pem.privateKey(Fixtures.read(file))).getS();
    }

    @Test
    void allCertificatesOfABundleAreRead() {
        String bundle = Fixtures.read("server.pem") + "noise\n" + Fixtures.read("ca.pem");
        assertThat(Pem.certificates(bundle)).hasSize(2);
    }

    @Test
    void aMissingCertificateOrKeyIsReported() {
        assertThatThrownBy(() -> Pem.certificates("hello"))
                .hasMessage("there is no certificate in it (PEM is expected)");
        assertThatThrownBy(() -> Pem.privateKey(Fixtures.read("ca.pem")))
                .hasMessage("there is no private key in it (PEM is expected)");
        assertThatThrownBy(() ->
                        Pem.privateKey(
                                "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"))
                .hasMessage("not a private key of RSA, EC or Ed25519");
    }
}
