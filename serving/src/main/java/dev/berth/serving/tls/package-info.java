/// TLS of the server: certificates, keys, and encryption.
@NullMarked
package dev.berth.serving.tls;

import org.jspecify.annotations.NullMarked;
