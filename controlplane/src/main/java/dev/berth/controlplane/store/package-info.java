/// The store of the embedded control plane: objects, versions, watches, and the rules of changes.
@NullMarked
package dev.berth.controlplane.store;

import org.jspecify.annotations.NullMarked;
