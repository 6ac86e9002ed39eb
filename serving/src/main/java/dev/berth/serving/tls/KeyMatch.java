package dev.berth.serving.tls;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;

/// Checks whether two keys are a pair: one verifies the signature of the other.
final class KeyMatch {
    private static final byte[] SAMPLE = {1, 2, 3};

    private KeyMatch() {}

    static boolean matches(PublicKey known, PrivateKey secret) {
        String algorithm =
                switch (secret.getAlgorithm()) {
                    case "RSA" -> "SHA256withRSA";
                    case "EC" -> "SHA256withECDSA";
                    default -> secret.getAlgorithm();
                };
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(secret);
            signature.update(SAMPLE);
            byte[] signed = signature.sign();
            signature.initVerify(known);
            signature.update(SAMPLE);
            return signature.verify(signed);
        } catch (GeneralSecurityException other) {
            return false;
        }
    }
}
