/// What the Kubernetes API server says of its kinds: their fields, the types and defaults of these,
/// and how lists are merged.
@NullMarked
package dev.berth.controlplane.schema;

import org.jspecify.annotations.NullMarked;
