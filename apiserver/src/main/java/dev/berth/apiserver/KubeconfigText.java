package dev.berth.apiserver;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Base64;

/// The kubeconfig of the embedded cluster.
final class KubeconfigText {
    private KubeconfigText() {}

    static String text(String url, ServerCredentials credentials) {
        return """
        apiVersion: v1
        kind: Config
        clusters:
        - name: berth
          cluster:
            server: %s
            certificate-authority-data: %s
        users:
        - name: berth
          user:
            token: %s
        - name: berth-certificate
          user:
            client-certificate-data: %s
            client-key-data: %s
        contexts:
        - name: berth
          context: {cluster: berth, user: berth}
        - name: berth-certificate
          context: {cluster: berth, user: berth-certificate}
        current-context: berth
        preferences: {}
        """
                .formatted(
                        url,
                        base64(credentials.authority().pem()),
                        credentials.token(),
                        base64(credentials.admin().pem()),
                        base64(credentials.admin().keyPem()));
    }

    private static String base64(String pem) {
        return Base64.getEncoder().encodeToString(pem.getBytes(US_ASCII));
    }
}
