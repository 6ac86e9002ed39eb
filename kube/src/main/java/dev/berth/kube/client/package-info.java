/// Requests to an API server and who makes them: addresses, credentials, limits.
@NullMarked
package dev.berth.kube.client;

import org.jspecify.annotations.NullMarked;
