package dev.berth.serving.auth;

import dev.berth.engine.port.Clock;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Verifies the certificate chains of clients.
final class ClientChains {
    private static final Set<String> CLIENT_AUTHENTICATION = Set.of("1.3.6.1.5.5.7.3.2");

    private final Clock clock;

    ClientChains(Clock clock) {
        this.clock = clock;
    }

    /// Returns why the chain is not valid, or nothing if it is.
    ///
    /// @param chain the certificates of the client, its own first
    @SuppressWarnings("JavaUtilDate") // The JDK's API for certificates uses Date.
    Optional<String> failure(List<X509Certificate> chain, List<X509Certificate> authorities) {
        try {
            var wanted = new X509CertSelector();
            wanted.setCertificate(chain.getFirst());
            wanted.setExtendedKeyUsage(CLIENT_AUTHENTICATION);
            var parameters =
                    new PKIXBuilderParameters(
                            authorities.stream()
                                    .map(authority -> new TrustAnchor(authority, null))
                                    .collect(Collectors.toSet()),
                            wanted);
            parameters.setRevocationEnabled(false);
            parameters.setDate(Date.from(clock.instant()));
            parameters.addCertStore(
                    CertStore.getInstance("Collection", new CollectionCertStoreParameters(chain)));
            CertPathBuilder.getInstance("PKIX").build(parameters);
            return Optional.empty();
        } catch (GeneralSecurityException | IOException e) {
            return Optional.of(
                    "verifying certificate SN=%d failed: %s"
                            .formatted(chain.getFirst().getSerialNumber(), e.getMessage()));
        }
    }

    /// Verifies again with reloaded authorities if the first verification fails.
    Optional<String> failure(List<X509Certificate> chain, CaSource source)
            throws InterruptedException {
        List<X509Certificate> authorities = source.current();
        Optional<String> failure = failure(chain, authorities);
        if (failure.isPresent()) {
            List<X509Certificate> renewed = source.renewed();
            if (!renewed.equals(authorities)) {
                return failure(chain, renewed);
            }
        }
        return failure;
    }
}
