package dev.berth.serving.auth;

import java.security.cert.X509Certificate;
import java.util.List;

/// A set of certificate authorities that can change at any time.
@FunctionalInterface
interface CaSource {
    CaSource NONE = List::of;

    /// Returns the authorities, which can be slightly out of date.
    List<X509Certificate> current() throws InterruptedException;

    /// Reads the authorities again after they rejected a certificate, unless they have been read
    /// recently.
    default List<X509Certificate> renewed() throws InterruptedException {
        return current();
    }
}
