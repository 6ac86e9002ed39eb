/// Keys, certificates and whom to trust.
@NullMarked
package dev.berth.kubeclient.tls;

import org.jspecify.annotations.NullMarked;
