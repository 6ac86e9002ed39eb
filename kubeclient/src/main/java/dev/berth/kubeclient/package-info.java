/// A client of the Kubernetes API: addresses, credentials, and rate limits.
@NullMarked
package dev.berth.kubeclient;

import org.jspecify.annotations.NullMarked;
