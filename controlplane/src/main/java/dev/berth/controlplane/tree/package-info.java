/// Places in JSON trees: reading and changing them.
@NullMarked
package dev.berth.controlplane.tree;

import org.jspecify.annotations.NullMarked;
