/// The verbs of the Kubernetes API on a store, as clients meet them: options, selectors, pages,
/// sub-resources, warnings.
@NullMarked
package dev.berth.controlplane.api;

import org.jspecify.annotations.NullMarked;
