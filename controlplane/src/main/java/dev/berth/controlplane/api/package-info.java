/// The verbs of the Kubernetes API on a store: options, selectors, paging, subresources and
/// warnings.
@NullMarked
package dev.berth.controlplane.api;

import org.jspecify.annotations.NullMarked;
