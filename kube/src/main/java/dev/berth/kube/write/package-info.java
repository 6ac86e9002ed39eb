/// Writes to the API server: bindings, patches, deletions and events become requests.
@NullMarked
package dev.berth.kube.write;

import org.jspecify.annotations.NullMarked;
