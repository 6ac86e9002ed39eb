package dev.berth.serving.auth;

import java.security.cert.X509Certificate;
import java.util.List;

/// Authorities that may issue certificates, and that may change at any time.
@FunctionalInterface
interface CaSource {
    CaSource NONE = List::of;

    /// As they are, or almost.
    List<X509Certificate> current() throws InterruptedException;

    /// Read anew for whoever was refused, unless that has been done just now.
    default List<X509Certificate> renewed() throws InterruptedException {
        return current();
    }
}
