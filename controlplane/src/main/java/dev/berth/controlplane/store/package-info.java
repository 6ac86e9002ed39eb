/// The store of the embedded control plane: objects, versions, watches, and the rules by which they
/// change.
@NullMarked
package dev.berth.controlplane.store;

import org.jspecify.annotations.NullMarked;
