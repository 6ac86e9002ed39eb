/// Paths in JSON objects: reading and changing values.
@NullMarked
package dev.berth.controlplane.tree;

import org.jspecify.annotations.NullMarked;
