/// Keys, certificates and whom to trust.
@NullMarked
package dev.berth.kube.tls;

import org.jspecify.annotations.NullMarked;
