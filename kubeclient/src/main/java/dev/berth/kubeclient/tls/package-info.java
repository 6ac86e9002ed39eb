/// TLS: keys, certificates, and trusted authorities.
@NullMarked
package dev.berth.kubeclient.tls;

import org.jspecify.annotations.NullMarked;
