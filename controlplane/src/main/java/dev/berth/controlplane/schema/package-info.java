/// The schemas of the Kubernetes API: the fields of each kind, their types and defaults, and how
/// lists are merged.
@NullMarked
package dev.berth.controlplane.schema;

import org.jspecify.annotations.NullMarked;
