package dev.berth.serving.tls;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.net.InetAddress;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;

class SelfSignedTest {
    private static final Instant NOW = Instant.parse("2049-06-01T10:00:00Z");

    private final TlsIdentity made =
            SelfSigned.make(List.of(InetAddress.ofLiteral("10.0.0.7")), NOW);
    private final X509Certificate certificate = made.own();

    @Test
    void itIsSignedByItself() throws Exception {
        certificate.verify(certificate.getPublicKey());
        assertThat(certificate.getSubjectX500Principal())
                .isEqualTo(certificate.getIssuerX500Principal());
        assertThat(KeyMatch.matches(certificate.getPublicKey(), made.key())).isTrue();
    }

    @Test
    void itNamesThisMachineAndTheAddress() throws Exception {
        assertThat(certificate.getSubjectX500Principal().getName())
                .isEqualTo("CN=localhost@" + NOW.getEpochSecond());
        assertThat(certificate.getSubjectAlternativeNames())
                .extracting(name -> (Object) name.getLast())
                .containsExactly("localhost", "127.0.0.1", "10.0.0.7");
    }

    /// The year has two digits before 2050 and four from then on, so this certificate has both.
    @Test
    void itIsValidFromAnHourAgoForAYear() {
        assertThat(certificate.getNotBefore().toInstant()).isEqualTo("2049-06-01T09:00:00Z");
        assertThat(certificate.getNotAfter().toInstant()).isEqualTo("2050-06-01T10:00:00Z");
    }

    @Test
    void itIsForServers() throws Exception {
        assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
        assertThat(certificate.getKeyUsage()).startsWith(true, false);
    }
}
