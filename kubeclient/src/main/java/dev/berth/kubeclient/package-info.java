/// Requests to an API server and who makes them: addresses, credentials, limits.
@NullMarked
package dev.berth.kubeclient;

import org.jspecify.annotations.NullMarked;
